// Names the exceptions of the standard library, so that one can be thrown again on the other side.
#pragma once

#include <exception>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>

namespace grading {

struct Thrown {
    std::string kind;  // "invalid_argument" …; "exception" another std::exception; "other" anything else
    std::string what;
};

// An exception of the student's that is no std::exception, or none of the kinds below.
struct OtherException : std::exception {
    std::string text;
    explicit OtherException(std::string from) : text(std::move(from)) {}
    [[nodiscard]] const char* what() const noexcept override { return text.c_str(); }
};

// Call inside a catch block. The most derived kinds first.
inline Thrown describe_current_exception() {
    try {
        throw;
    } catch (const std::invalid_argument& e) {
        return {"invalid_argument", e.what()};
    } catch (const std::out_of_range& e) {
        return {"out_of_range", e.what()};
    } catch (const std::domain_error& e) {
        return {"domain_error", e.what()};
    } catch (const std::length_error& e) {
        return {"length_error", e.what()};
    } catch (const std::logic_error& e) {
        return {"logic_error", e.what()};
    } catch (const std::overflow_error& e) {
        return {"overflow_error", e.what()};
    } catch (const std::underflow_error& e) {
        return {"underflow_error", e.what()};
    } catch (const std::range_error& e) {
        return {"range_error", e.what()};
    } catch (const std::runtime_error& e) {
        return {"runtime_error", e.what()};
    } catch (const std::bad_alloc&) {
        return {"bad_alloc", "out of memory"};
    } catch (const std::bad_optional_access& e) {
        return {"bad_optional_access", e.what()};
    } catch (const std::exception& e) {
        return {"exception", e.what()};
    } catch (...) {
        return {"other", "not a std::exception"};
    }
}

// False for a word that describe_current_exception never gives.
inline bool is_known_kind(const std::string& kind) {
    for (const char* known :
         {"invalid_argument", "out_of_range", "domain_error", "length_error", "logic_error", "overflow_error",
          "underflow_error", "range_error", "runtime_error", "bad_alloc", "bad_optional_access", "exception"})
        if (kind == known) return true;
    return false;
}

[[noreturn]] inline void throw_again(const Thrown& thrown) {
    if (thrown.kind == "invalid_argument") throw std::invalid_argument(thrown.what);
    if (thrown.kind == "out_of_range") throw std::out_of_range(thrown.what);
    if (thrown.kind == "domain_error") throw std::domain_error(thrown.what);
    if (thrown.kind == "length_error") throw std::length_error(thrown.what);
    if (thrown.kind == "logic_error") throw std::logic_error(thrown.what);
    if (thrown.kind == "overflow_error") throw std::overflow_error(thrown.what);
    if (thrown.kind == "underflow_error") throw std::underflow_error(thrown.what);
    if (thrown.kind == "range_error") throw std::range_error(thrown.what);
    if (thrown.kind == "runtime_error") throw std::runtime_error(thrown.what);
    if (thrown.kind == "bad_alloc") throw std::bad_alloc();
    if (thrown.kind == "bad_optional_access") throw std::bad_optional_access();
    throw OtherException(thrown.what);
}

}  // namespace grading
