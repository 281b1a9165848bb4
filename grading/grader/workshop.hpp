// The folder a class is graded in: clean copies that a sandboxed compiler may read, and a private part that it may not.
#pragma once

#include <string>
#include <vector>

#include "grading/grader/exercise.hpp"

namespace grading {

// <root>/            711: no names can be listed
//   clean/           headers of the harness and of the exercises, and the sources that no student edits
//   image/           box, drivers: what is linked beside a student's file
//   jobs/<slot>/     710, for the job's user: in/ and out/ of the student that is graded now
//   reference/<slot>/  the same: the references' programs, for the jobs that run them
//   private/         700: settings and results of the judges
class Workshop {
public:
    // Makes the folder under TMPDIR (or /tmp) and fills it. Removed again by remove().
    static Workshop make(const std::vector<Exercise>& exercises);
    [[nodiscard]] const std::string& root() const { return root_; }
    [[nodiscard]] std::string clean() const { return root_ + "/clean"; }
    [[nodiscard]] std::string image() const { return root_ + "/image"; }
    [[nodiscard]] std::string box() const { return root_ + "/image/box"; }
    [[nodiscard]] std::string hidden() const { return root_ + "/private"; }
    // Empties and makes the folders of one job. `owner` may write to out/.
    [[nodiscard]] std::string job(unsigned slot, unsigned owner) const;
    // Empties and makes the folder of the references' programs that one job may run.
    [[nodiscard]] std::string references(unsigned slot, unsigned owner) const {
        return of_slot("reference", slot, owner);
    }
    void remove() const;

private:
    explicit Workshop(std::string root) : root_(std::move(root)) {}
    [[nodiscard]] std::string of_slot(const char* kind, unsigned slot, unsigned owner) const;

    std::string root_;
};

// Removes the workshop however the run ends, but for a kill.
struct Remover {
    const Workshop& shop;
    ~Remover() { shop.remove(); }
};

}  // namespace grading
