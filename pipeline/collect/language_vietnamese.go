package collect

// Vietnamese as the collector knows it; language says what each list is for.
var vietnamese = language{
	lessons: `bài học|bài học kinh nghiệm|bài học rút ra|bài học hôm nay|rút kinh nghiệm|điều đã học|những điều đã học|
		đã học được|hôm nay học được|sai lầm|lỗi thường gặp|cạm bẫy|không lặp lại|lần sau|lần tới|từ nay|từ nay về sau|
		cần nhớ|ghi nhớ|kết luận`,
	titles:    `bài học`,
	taught:    `hoc duoc`,
	decisions: `quyết định|các quyết định`,
	others: `trạng thái|việc cần làm|công việc|bước tiếp theo|câu hỏi|nguồn|lịch sử|thay đổi|nhật ký|nguyên nhân|bối cảnh|
		ảnh hưởng|triệu chứng|chi tiết|ví dụ|mục lục|mẫu|cách dùng|đã xong|ngày mai`,
	mixed:   `điều gì đã sai|sai ở đâu`,
	about:   `cách|ở đâu|ghi lại|lịch sử`,
	foreign: `sao chép|dán từ|lời khuyên|hội thảo|khóa học|trích dẫn`,

	rules: `bài học|bài học rút ra|bài học kinh nghiệm|quy tắc|quy tắc mới|nguyên tắc|phòng ngừa|phòng tránh|ghi nhớ|
		cần nhớ|lần sau|lần tới|từ nay|từ nay về sau|thay vào đó|kết luận|kinh nghiệm|học được`,
	fields: `triệu chứng|vấn đề|sự cố|lỗi|nguyên nhân|lý do|cách sửa|khắc phục|giải pháp|hành động|ảnh hưởng|hậu quả|nguồn|
		ngày|khi nào|ở đâu|trạng thái|người phụ trách|ví dụ|bối cảnh|mức độ|ưu tiên|chi tiết|kết quả|tóm tắt|
		việc cần làm|đã xong`,
	incidents: `triệu chứng|vấn đề|sự cố|lỗi|nguyên nhân|ảnh hưởng`,
	remedies:  `cách sửa|khắc phục|giải pháp`,
	dates:     `ngày`,
	warnings:  `chú ý|lưu ý|quan trọng|cảnh báo`,
	nothing:   `không có|chưa có|trống`,

	norms:     `luôn`,
	normSigns: `\bkhong bao gio\b|\bphai\b|\btruoc khi\b|\bdung \pL+|\bkhong duoc\b|\bcan \pL+ truoc\b|\bchi \pL+ (?:khi|sau)\b|\bnen \pL+\b|\bluc nao cung\b|\btu nay\b`,

	narrates: `(?:^|\s)đã\s`,
}
