// The folder a class is graded in: clean copies that a sandboxed compiler may read, and a private part that it may not.
#pragma once

#include <string>
#include <vector>

#include "grading/grader/exercise.hpp"

namespace grading {

// <root>/            711: no names can be listed
//   clean/           harness headers and the exercises as handed out
//   image/           box, drivers: what is linked beside a student's file
//   jobs/<slot>/     in/ and out/ of the student that is graded now
//   reference/       711: the references' programs, each in a folder that a user of the sandbox's own can't enter
//   private/         700: settings and results of the judges
class Workshop {
public:
    // Makes the folder under TMPDIR (or /tmp) and fills it. Removed again by remove().
    static Workshop make(const std::vector<Exercise>& exercises);
    // One that make() made, for another process of the same class.
    explicit Workshop(std::string root) : root_(std::move(root)) {}

    [[nodiscard]] const std::string& root() const { return root_; }
    [[nodiscard]] std::string clean() const { return root_ + "/clean"; }
    [[nodiscard]] std::string image() const { return root_ + "/image"; }
    [[nodiscard]] std::string box() const { return root_ + "/image/box"; }
    [[nodiscard]] std::string hidden() const { return root_ + "/private"; }
    // Empties and makes the folders of one job. `owner` may write to out/.
    [[nodiscard]] std::string job(unsigned slot, unsigned owner) const;
    void remove() const;

private:
    std::string root_;
};

}  // namespace grading
