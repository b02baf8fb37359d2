package distill

import (
	"testing"

	"wisdom/review/ledger"
)

// What a Chinese note tells again in other words counted as another lesson, and entries
// stood on fewer than three.
func TestChineseLessonToldAgainCountsOnce(t *testing.T) {
	for _, test := range []struct {
		name, lesson, again string
		path                string
		different           int
	}{
		{"in another order", "**水泵启动后先听十秒**，有杂音马上停机检查。", "今天又忘了：启动水泵要听十秒钟的声音，有杂音就停", "memory/2026-11-18.md", 1},
		{"with another number and other marks", "施肥之前量一次酸碱度,记在大棚门口的表上。", "大棚施肥，酸碱度必须先量两次，写到门口表上！", "memory/2026-11-18.md", 1},
		{"the whole rule in a longer one", "钥匙离手登记", "谁拿走钥匙都要登记：钥匙一离手，十分钟也写。", "memory/2026-11-18.md", 1},
		{"only a subject in common", "钥匙离手要登记，借一小时也登记。", "备用钥匙放在传达室的红盒子里。", "memory/2026-11-18.md", 2},
		{"another rule about two things", "孩子照片只放家里的硬盘。", "发给老师的照片先裁掉别的孩子。", "memory/2026-11-18.md", 2},
		{"alike, in one list", "甲区车位限停十五分钟，超时加收十元。", "乙区车位限停三十分钟，超时加收十元。", "MEMORY.md", 2},
	} {
		lessons := []ledger.Lesson{
			{Text: test.lesson, Headline: test.lesson, Place: ledger.Place{Path: "MEMORY.md"}},
			{Text: test.again, Headline: test.again, Place: ledger.Place{Path: test.path}},
			{Text: "合同先看续期那一条，再看价钱。", Headline: "合同先看续期那一条，再看价钱。", Place: ledger.Place{Path: "MEMORY.md"}},
			{Text: "打印之前预览一页。", Headline: "打印之前预览一页。", Place: ledger.Place{Path: "memory/2026-11-19.md"}},
		}
		d := newDistiller(t.Context(), lessons, Options{Support: 3})
		if n := d.different([]int{0, 1}); n != test.different {
			t.Errorf("%s: %q and %q count as %d, want %d", test.name, test.lesson, test.again, n, test.different)
		}
	}
}
