// Cleans text: what a terminal, a browser, a spreadsheet or JSON could trip over.
#include "grading/intake/text.hpp"

#include <cstdint>

namespace grading {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// Length of the well-formed UTF-8 character at the start of `text` (RFC 3629), 0 if there is none.
std::size_t character(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = byte(0);
    if (first < 0x80) return 1;
    std::size_t length = 0;
    std::uint32_t code = 0;
    if (first >= 0xC2 && first <= 0xDF)
        length = 2, code = first & 0x1FU;
    else if (first >= 0xE0 && first <= 0xEF)
        length = 3, code = first & 0x0FU;
    else if (first >= 0xF0 && first <= 0xF4)
        length = 4, code = first & 0x07U;
    if (length == 0 || length > text.size()) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0U) != 0x80U) return 0;
        code = code << 6U | (byte(i) & 0x3FU);
    }
    if (length == 3 && (code < 0x800 || (code >= 0xD800 && code <= 0xDFFF))) return 0;
    if (length == 4 && (code < 0x10000 || code > 0x10FFFF)) return 0;
    return length;
}

void append_utf8(std::string& out, std::uint32_t code) {
    const auto add = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
    if (code < 0x80) {
        add(code);
    } else if (code < 0x800) {
        add(0xC0 | code >> 6U), add(0x80 | (code & 0x3FU));
    } else {
        add(0xE0 | code >> 12U), add(0x80 | (code >> 6U & 0x3FU)), add(0x80 | (code & 0x3FU));
    }
}

// UTF-16 as Windows editors save it. Characters beyond the first 65,536 become U+FFFD: no source of ours needs them.
std::string from_utf16(std::string_view bytes, bool big_endian) {
    std::string out;
    for (std::size_t i = 2; i + 1 < bytes.size(); i += 2) {
        const auto a = static_cast<unsigned char>(bytes[i]);
        const auto b = static_cast<unsigned char>(bytes[i + 1]);
        const std::uint32_t code = big_endian ? a * 256U + b : b * 256U + a;
        append_utf8(out, code >= 0xD800 && code <= 0xDFFF ? 0xFFFD : code);
    }
    return out;
}

}  // namespace

std::string printable(std::string_view bytes) {
    std::string out;
    while (!bytes.empty()) {
        const std::size_t length = character(bytes);
        const auto first = static_cast<unsigned char>(bytes.front());
        // C1 controls (U+0080 to U+009F) can steer a terminal as the C0 ones do; so do the marks that turn text around.
        const bool c1 = length == 2 && first == 0xC2 && static_cast<unsigned char>(bytes[1]) < 0xA0;
        const std::string_view here = bytes.substr(0, length);
        const bool turns = length == 3 && ((here >= "\xE2\x80\xAA" && here <= "\xE2\x80\xAE") ||
                                           (here >= "\xE2\x81\xA6" && here <= "\xE2\x81\xA9"));
        const bool control = (first < 0x20 && first != '\n' && first != '\t') || first == 0x7F || c1 || turns;
        if (length == 0 || control) {
            out += kReplacement;
            bytes.remove_prefix(length == 0 ? 1 : length);
        } else {
            out += here;
            bytes.remove_prefix(length);
        }
    }
    return out;
}

std::string shortened(std::string_view text, std::size_t most) {
    if (text.size() <= most) return std::string(text);
    std::size_t cut = most;
    while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U) --cut;
    return std::string(text.substr(0, cut)) + "\n… (" + std::to_string(text.size() - cut) + " more bytes)";
}

std::string one_line(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c == '\n' || c == '\t' || c == '\r') c = ' ';
    while (!out.empty() && out.back() == ' ') out.pop_back();
    return out;
}

std::string normal_source(std::string_view bytes, const std::string& name, std::vector<std::string>& notes) {
    std::string text(bytes);
    if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) {
        text = from_utf16(bytes, bytes.starts_with("\xFE\xFF"));
        notes.push_back(name + ": was UTF-16, read as such");
    } else if (bytes.starts_with("\xEF\xBB\xBF")) {
        text.erase(0, 3);
        notes.push_back(name + ": a byte order mark was taken off");
    }
    std::string lines;
    bool changed = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\r') {
            changed = true;
            if (i + 1 < text.size() && text[i + 1] == '\n') continue;
            lines += '\n';
        } else {
            lines += text[i];
        }
    }
    if (changed) notes.push_back(name + ": lines ended in carriage returns, read as newlines");
    return lines;
}

std::string lower(std::string text) {
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

}  // namespace grading
