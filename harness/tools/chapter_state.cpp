// Reads from the notebook how far a reader is in one chapter.
#include "harness/tools/chapter_state.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <system_error>

#include "harness/text.hpp"
#include "harness/tools/latest.hpp"
#include "harness/tools/text_file.hpp"

namespace lab::tools {

namespace fs = std::filesystem;

fs::path Places::worksheet(const Chapter& chapter) const {
    return notebook / "worksheets" / (chapter.name + ".md");
}

std::string Places::shown(const fs::path& file) const {
    const auto below = file.lexically_proximate(root);
    return *below.begin() == ".." ? file.string() : below.string();
}

std::string posix_cksum(std::string_view bytes) {
    static const auto table = [] {
        std::array<std::uint32_t, 256> made{};
        for (std::uint32_t i = 0; i < made.size(); ++i) {
            std::uint32_t value = i << 24;
            for (int bit = 0; bit < 8; ++bit)
                value = (value << 1) ^ ((value & 0x80000000U) != 0 ? 0x04C11DB7U : 0U);
            made[i] = value;
        }
        return made;
    }();
    std::uint32_t crc = 0;
    const auto add = [&](std::uint32_t byte) { crc = (crc << 8) ^ table[((crc >> 24) ^ byte) & 0xFF]; };
    for (const char byte : bytes) add(static_cast<unsigned char>(byte));
    for (auto length = bytes.size(); length > 0; length >>= 8) add(static_cast<std::uint32_t>(length & 0xFF));
    return std::to_string(~crc) + " " + std::to_string(bytes.size());
}

ExerciseState exercise_state(const Places& places, const Chapter& chapter, const Entry& exercise) {
    const auto note = read_text(places.notebook / "checks" / exercise.name);
    if (!note) return ExerciseState::open;
    std::string bytes;
    for (const auto& file : exercise.files) {
        bytes += read_text(places.root / chapter.folder / "exercises" / exercise.name / file).value_or("");
    }
    return trimmed(*note) == posix_cksum(bytes) ? ExerciseState::passed : ExerciseState::changed_since;
}

void count_answers(const AnswerKey& key, const Worksheet& sheet, ChapterState& state) {
    for (const auto& entry : key.entries) {
        if (entry.kind == AnswerKind::measured) continue;
        auto& tally = entry.kind == AnswerKind::text ? state.texts : state.numbers;
        ++tally.total;
        const auto* slot = sheet.slot(entry.id, SlotKind::answer);
        const auto mark = slot == nullptr ? Mark::open : grade(slot->content, entry).mark;
        if (mark == Mark::right || mark == Mark::answered) ++tally.done;
    }
}

namespace {

void touch(ChapterState& state, const fs::path& file) {
    std::error_code error;
    const auto when = fs::last_write_time(file, error);
    if (error) return;
    state.touched = state.started ? std::max(state.touched, when) : when;
    state.started = true;
}

bool lab_done(const Places& places, const Entry& lab, ChapterState& state) {
    const auto folder = places.notebook / lab.name;
    const auto latest = latest_record(folder, lab.name);
    if (!latest.record) return false;
    touch(state, latest.record->file);
    const auto counts = [](const Record& run) {
        return run.complete && !run.quick && run.predicted() && !run.all_refused();
    };
    if (counts(*latest.record)) return true;
    std::vector<std::string> ignored;
    return std::ranges::any_of(all_records(folder, lab.name, ignored), counts);
}

}  // namespace

ChapterState chapter_state(const Places& places, const Chapter& chapter) {
    ChapterState state;
    for (const auto& lab : chapter.labs) {
        ++state.labs.total;
        if (lab_done(places, lab, state)) {
            ++state.labs.done;
        } else if (state.next_lab.empty()) {
            state.next_lab = lab.name;
        }
    }
    const auto copy = read_text(places.worksheet(chapter));
    if (copy) touch(state, places.worksheet(chapter));
    state.worksheet_copied = copy.has_value();
    const auto key = parse_key(read_text(places.root / chapter.folder / "worksheet.key").value_or(""));
    count_answers(key, parse_worksheet(copy.value_or("")), state);
    for (const auto& exercise : chapter.exercises) {
        ++state.exercises.total;
        if (exercise_state(places, chapter, exercise) == ExerciseState::passed) {
            ++state.exercises.done;
            touch(state, places.notebook / "checks" / exercise.name);
        } else if (state.next_exercise.empty()) {
            state.next_exercise = exercise.name;
        }
    }
    return state;
}

}  // namespace lab::tools
