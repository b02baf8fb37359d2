package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"runtime/debug"
	"strings"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// modules is the bill of materials of a program: the modules that the compiler put into
// it, as the program itself records them, and the standard library.
func modules(program, version string) ([]byte, error) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return nil, err
	}
	bom := cdx.NewBOM()
	var properties []cdx.Property
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" || s.Key == "GOOS" || s.Key == "GOARCH" {
			properties = append(properties, cdx.Property{Name: "go:" + s.Key, Value: s.Value})
		}
	}
	main := cdx.Component{
		BOMRef: "wisdom", Type: cdx.ComponentTypeApplication, Name: "wisdom", Version: version, Properties: &properties,
	}
	bom.Metadata = &cdx.Metadata{Component: &main}
	parts := []cdx.Component{component(&debug.Module{Path: "std", Version: strings.TrimPrefix(info.GoVersion, "go")})}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		parts = append(parts, component(m))
	}
	var refs []string
	for _, c := range parts {
		refs = append(refs, c.BOMRef)
	}
	bom.Components = &parts
	bom.Dependencies = &[]cdx.Dependency{{Ref: main.BOMRef, Dependencies: &refs}}
	var b bytes.Buffer
	if err := cdx.NewBOMEncoder(&b, cdx.BOMFileFormatJSON).
		SetPretty(true).
		EncodeVersion(bom, cdx.SpecVersion1_6); err != nil {
		return nil, fmt.Errorf("write the list of modules: %w", err)
	}
	return b.Bytes(), nil
}

func component(m *debug.Module) cdx.Component {
	name := fmt.Sprintf("pkg:golang/%s@%s", m.Path, m.Version)
	c := cdx.Component{
		BOMRef: name, Type: cdx.ComponentTypeLibrary, Name: m.Path, Version: m.Version, PackageURL: name,
		Scope: cdx.ScopeRequired,
	}
	// go.sum's h1: is the SHA-256 of the list of the files' sums, in base64.
	if sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(m.Sum, "h1:")); err == nil && len(sum) > 0 {
		c.Hashes = &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: hex.EncodeToString(sum)}}
	}
	return c
}
