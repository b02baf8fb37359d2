package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"path"
	"time"
)

// tarred makes one file of many, all of the same date, in a folder named base.
func tarred(base string, files []file, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, f := range files {
		header := &tar.Header{
			Name: path.Join(base, f.name), Mode: int64(f.mode()), Size: int64(len(f.content)), ModTime: at,
			Uname: "root", Gname: "root",
		}
		if err := w.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.content); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return gzipped(b.Bytes()), nil
}

// zipped is tarred in the form of Windows.
func zipped(base string, files []file, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		header := &zip.FileHeader{Name: path.Join(base, f.name), Method: zip.Deflate, Modified: at}
		header.SetMode(f.mode())
		part, err := w.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := part.Write(f.content); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
