# What ./lab help prints, one text a command (sourced by ./lab).

help_all() {
    cat <<'END'
usage: ./lab COMMAND …        ./lab alone says where you are and what to do next

  run NAME          predict, measure, and see both side by side
  plot NAME         draw the latest run of a lab
  list              all labs and exercises, in reading order
  worksheet [CH]    copy a chapter's worksheet, fill in what was measured, list what is open
  check [NAME|CH]   test an exercise, or check the answers on a chapter's worksheet
  hint NAME         one more hint for an exercise, at each call
  report            begin the honest benchmark report of Part 1, filled from your runs
  progress          how far you are in each chapter
  doctor            is this machine fit to measure on, and how to mend what is not
  test              build everything and run every test
  submit [NAME]     pack your exercises, worksheets and runs for your instructor
  help COMMAND      more about one command

  For instructors (they need the folder grading/): grade, handout, solution

  --yes             install missing packages without asking
  LAB_NOTEBOOK=DIR  where runs and answers are kept instead of notebook/
  LAB_JOBS=N        how many files to compile, and tests to run, at a time
  LAB_BUILD_DIR=DIR where programs are built instead of build/release/
END
}

help_welcome() {
    cat <<'END'
Welcome. This course teaches you to predict what a program costs, to measure it, and to explain the difference.

  First look:   ./lab run stride       (installs what is missing, builds one lab, asks you to predict, measures)
  From page 1:  part1-measuring/ch01-*/README.md
  All labs:     ./lab list             All commands:  ./lab help
END
}

# help_of COMMAND: false when there is no such command.
help_of() {
    case $1 in
        run) cat <<'END' ;;
./lab run NAME [options of the lab]
  Builds one lab and runs it. It asks for your predictions first; an empty answer means none.
    --help              what this lab asks, its options and their defaults
    --quick             a few seconds, small sizes; does not ask, does not score
    --no-predict        do not ask
    --predict KEY=VALUE one prediction without being asked, with its unit: --predict pass_at_step_1=14ms
    --again             your latest predictions once more
    --format text|csv|json
  All labs:  ./lab list
END
        plot) cat <<'END' ;;
./lab plot NAME [--theme print|projector] [--terminal] [--predictions-only] [--recorded]
  Draws the latest complete run of a lab as SVG and PNG into notebook/plots/.
    --theme projector   large type, for a wall (default: print)
    --terminal          draws with characters, here
    --predictions-only  axes, the machine's boundaries and your predictions; hides the curve
    --recorded          the run that is kept in the chapter, from another machine
END
        list) cat <<'END' ;;
./lab list
  All labs and exercises with their questions, chapter by chapter.
END
        worksheet) cat <<'END' ;;
./lab worksheet [CHAPTER]
  Copies the chapter's worksheet to notebook/worksheets/ once, writes your predictions and measurements into its
  empty slots, and lists what is still open. What you wrote is never changed. Example:  ./lab worksheet ch10
END
        check) cat <<'END' ;;
./lab check EXERCISE [test options]    ./lab check CHAPTER    ./lab check
  EXERCISE  builds your file and runs the public tests; one case alone: --only Suite.Case
  CHAPTER   checks the numbers on the chapter's worksheet (./lab worksheet CHAPTER makes it)
  honest_report  what is still missing in your benchmark report (./lab report begins it)
  nothing   checks all exercises, one line each, then all worksheets
END
        hint) cat <<'END' ;;
./lab hint EXERCISE
  Prints one more hint at each call, from gentle to nearly the answer. To start again: delete notebook/hints/EXERCISE
END
        report) cat <<'END' ;;
./lab report
  Copies the page of the honest benchmark report (ch04) to notebook/worksheets/ once, and fills in the machine and the
  known cost from your full runs. What you wrote is never changed. What is still missing:  ./lab check honest_report
END
        progress) cat <<'END' ;;
./lab progress
  One line a chapter: labs run with a prediction, numbers right, texts answered, exercises passed.
END
        doctor) cat <<'END' ;;
./lab doctor
  Looks at this machine line by line: what is fit to measure on, what is not, the command that mends it,
  and what stays wrong if it is left so.
END
        test) cat <<'END' ;;
./lab test [options of ctest]
  Builds everything and runs every test. One test alone:  ./lab test -R NAME
  LAB_PRESET=clang|debug|asan|tsan ./lab test uses another build (CMakePresets.json).
END
        submit) cat <<'END' ;;
./lab submit [NAME]
  Packs what the grader takes into NAME.tar.gz (default: your login name) in the current folder, and lists it: the files
  you edit of every exercise, your worksheets, and your runs with their predictions.
END
        grade) "$root/lab" grade --help ;;  # the grader itself tells its options
        handout) cat <<'END' ;;
./lab handout DIR
  For instructors: writes the tree that students get, which is everything but grading/.
END
        solution) cat <<'END' ;;
./lab solution NAME
  Shows the reference of an exercise, once your own answer passes or after a confirmation. It needs the folder grading/.
END
        help) help_all ;;
        *) return 1 ;;
    esac
}
