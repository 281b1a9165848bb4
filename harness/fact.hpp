// One fact about the machine: a value, "no" (known to be absent), or "unknown (why)".
#pragma once

#include <concepts>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace lab {

// Programs that measure must not guess. A cache size that the system does not tell is not 0, and not 32 KiB:
// it is unknown, and the reason is part of the answer. Fact keeps the three cases apart, so that a missing
// value can't slip into a calculation.
template <class T>
class Fact {
public:
    Fact() : why_("not read yet") {}

    static Fact of(T value) {
        Fact fact;
        fact.value_ = std::move(value);
        fact.why_.clear();
        return fact;
    }

    // The thing is known to be absent: "no limit is set".
    static Fact no(std::string why) {
        Fact fact;
        fact.absent_ = true;
        fact.why_ = std::move(why);
        return fact;
    }

    // Nobody told us. The reason says where we looked.
    static Fact unknown(std::string why) {
        Fact fact;
        fact.why_ = std::move(why);
        return fact;
    }

    bool has_value() const { return value_.has_value(); }
    explicit operator bool() const { return has_value(); }
    bool is_no() const { return absent_; }
    bool is_unknown() const { return !value_ && !absent_; }

    // Throws std::logic_error when there is no value: the caller had to ask has_value() first.
    const T& value() const {
        if (!value_) throw std::logic_error("the value of a fact that has none was used: " + why_);
        return *value_;
    }
    const T& operator*() const { return value(); }
    const T* operator->() const { return &value(); }
    T value_or(T other) const { return value_ ? *value_ : std::move(other); }

    // Why there is no value. Empty when there is one.
    const std::string& why() const { return why_; }

    // "no (why)" or "unknown (why)"; empty when there is a value.
    std::string absence() const {
        if (value_) return {};
        return (absent_ ? "no (" : "unknown (") + why_ + ")";
    }

    // A line for people: the value, "no (why)" or "unknown (why)". For strings, numbers and bool.
    std::string text() const requires(std::convertible_to<T, std::string> || std::is_arithmetic_v<T>) {
        if (!value_) return absence();
        if constexpr (std::same_as<T, bool>) {
            return *value_ ? "yes" : "no";
        } else if constexpr (std::convertible_to<T, std::string>) {
            return *value_;
        } else {
            return std::to_string(*value_);
        }
    }

    // The same fact seen through a function: Fact<std::uint64_t> bytes -> Fact<std::string> "32 KiB".
    // Without a value the function is not called, and the reason stays.
    template <class F>
    auto map(F&& f) const -> Fact<std::decay_t<std::invoke_result_t<F, const T&>>> {
        using Result = Fact<std::decay_t<std::invoke_result_t<F, const T&>>>;
        if (value_) return Result::of(std::forward<F>(f)(*value_));
        return absent_ ? Result::no(why_) : Result::unknown(why_);
    }

    friend bool operator==(const Fact&, const Fact&) = default;

private:
    std::optional<T> value_;
    bool absent_ = false;
    std::string why_;
};

}  // namespace lab
