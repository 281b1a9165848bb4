// How far a reader is in one chapter: labs predicted, numbers right, texts answered, exercises passed.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "harness/tools/answer_key.hpp"
#include "harness/tools/catalogue.hpp"
#include "harness/tools/grade.hpp"
#include "harness/tools/worksheet.hpp"

namespace lab::tools {

// Where things are: the repository, the reader's notebook, and the catalogue.
struct Places {
    std::filesystem::path root, notebook;
    std::vector<Chapter> chapters;

    std::filesystem::path worksheet(const Chapter& chapter) const;  // the reader's copy
    std::string shown(const std::filesystem::path& file) const;     // below the root: as a path from it
};

struct Tally {
    std::size_t done = 0, total = 0;
    bool complete() const { return done == total; }
};

struct ChapterState {
    Tally labs, numbers, texts, exercises;
    std::string next_lab, next_exercise;  // the first that is open, in reading order
    bool worksheet_copied = false;
    bool started = false;
    std::filesystem::file_time_type touched{};  // when the reader last did something here

    bool done() const {
        return labs.complete() && numbers.complete() && texts.complete() && exercises.complete();
    }
};

// Counts the answers of a worksheet: numbers and words right, texts answered. Without a copy all are open.
void count_answers(const AnswerKey& key, const Worksheet& sheet, ChapterState& state);

// Reads the notebook. Nothing is built for it: a passed exercise is known by the checksum that ./lab check
// left.
ChapterState chapter_state(const Places& places, const Chapter& chapter);

// The POSIX cksum of some bytes followed by nothing: what `cksum` prints, "CRC LENGTH".
std::string posix_cksum(std::string_view bytes);

enum class ExerciseState { open, passed, changed_since };
ExerciseState exercise_state(const Places& places, const Chapter& chapter, const Entry& exercise);

}  // namespace lab::tools
