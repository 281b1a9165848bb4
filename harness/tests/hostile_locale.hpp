// A locale for tests that writes 1.234,5 where the course writes 1234.5.
#pragma once

#include <clocale>
#include <locale>
#include <string>

// While it lives, C++ streams group digits by dots and use a decimal comma. So does C (printf, strtod), if
// one of a few such locales is installed; a bare machine has none, and then only the C++ half is hostile.
class HostileLocale {
public:
    HostileLocale() : c_before_{std::setlocale(LC_ALL, nullptr)} {
        // The C++ locale first: setting it would set the C locale, too, if ours had a name.
        cpp_before_ = std::locale::global(std::locale(std::locale::classic(), new Numbers));
        for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "pl_PL.UTF-8", "pt_BR.UTF-8"})
            if (std::setlocale(LC_ALL, name) != nullptr) break;
    }
    ~HostileLocale() {
        std::locale::global(cpp_before_);
        std::setlocale(LC_ALL, c_before_.c_str());
    }
    HostileLocale(const HostileLocale&) = delete;
    HostileLocale& operator=(const HostileLocale&) = delete;

private:
    struct Numbers : std::numpunct<char> {
        char do_decimal_point() const override { return ','; }
        char do_thousands_sep() const override { return '.'; }
        std::string do_grouping() const override { return "\3"; }
    };
    std::string c_before_;
    std::locale cpp_before_;
};
