// Turns values into bytes and bytes into values, for the questions and answers of a student's process.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace grading {

// Bytes that do not spell the value that was asked for.
struct WireError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Appends values to a string of bytes. Both ends are one machine, so a number is its own bytes.
class Writer {
public:
    void raw(const void* from, std::size_t size) { bytes_.append(static_cast<const char*>(from), size); }
    void length(std::size_t n) {
        const auto wide = static_cast<std::uint64_t>(n);
        raw(&wide, sizeof wide);
    }
    [[nodiscard]] const std::string& bytes() const { return bytes_; }

private:
    std::string bytes_;
};

// Takes values from bytes that nobody vouches for: every length is checked against what is left.
class Reader {
public:
    explicit Reader(std::string_view bytes) : left_(bytes) {}
    void raw(void* to, std::size_t size) {
        if (size > left_.size()) throw WireError("too short");
        if (size > 0) std::memcpy(to, left_.data(), size);
        left_.remove_prefix(size);
    }
    // A count of things that take at least `each` bytes. A count that can't fit is refused before memory is taken.
    std::size_t length(std::size_t each) {
        std::uint64_t n = 0;
        raw(&n, sizeof n);
        if (n > left_.size() / each) throw WireError("a length that does not fit");
        return static_cast<std::size_t>(n);
    }
    void end() const {
        if (!left_.empty()) throw WireError("too long");
    }

private:
    std::string_view left_;
};

template <class T>
struct Wire;  // one specialisation for each kind of value

// Specialised by GRADED_STRUCT: Fields<T>::of(value) ties the members of a struct.
template <class T>
struct Fields;

template <class T>
concept Listed = requires(T& value) {
    Fields<T>::of(value);
};

template <class T>
concept Number = (std::is_arithmetic_v<T> || std::is_enum_v<T>)&&!std::same_as<T, bool>;

template <class T>
void put(Writer& out, const T& value) {
    Wire<T>::put(out, value);
}

template <class T>
T get(Reader& in) {
    return Wire<T>::get(in);
}

template <Number T>
struct Wire<T> {
    static void put(Writer& out, const T& value) { out.raw(&value, sizeof value); }
    static T get(Reader& in) {
        T value{};
        in.raw(&value, sizeof value);
        return value;
    }
};

template <>
struct Wire<bool> {
    static void put(Writer& out, const bool& value) {
        const unsigned char byte = value ? 1 : 0;
        out.raw(&byte, 1);
    }
    static bool get(Reader& in) {
        unsigned char byte = 0;
        in.raw(&byte, 1);
        if (byte > 1) throw WireError("a bool that is neither");
        return byte == 1;
    }
};

template <>
struct Wire<std::string> {
    static void put(Writer& out, std::string_view value) {
        out.length(value.size());
        out.raw(value.data(), value.size());
    }
    static std::string get(Reader& in) {
        std::string value(in.length(1), '\0');
        in.raw(value.data(), value.size());
        return value;
    }
};

template <class T>
struct Wire<std::vector<T>> {
    static void put(Writer& out, std::span<const T> values) {
        out.length(values.size());
        if constexpr (Number<T>) {
            out.raw(values.data(), values.size_bytes());
        } else {
            for (const T& value : values) Wire<T>::put(out, value);
        }
    }
    static std::vector<T> get(Reader& in) {
        const std::size_t n = in.length(Number<T> ? sizeof(T) : 1);
        if constexpr (Number<T>) {
            std::vector<T> values(n);
            in.raw(values.data(), n * sizeof(T));
            return values;
        } else {
            std::vector<T> values;
            for (std::size_t i = 0; i < n; ++i) values.push_back(Wire<T>::get(in));
            return values;
        }
    }
};

template <>
struct Wire<std::vector<bool>> {
    static void put(Writer& out, const std::vector<bool>& values) {
        out.length(values.size());
        for (const bool value : values) Wire<bool>::put(out, value);
    }
    static std::vector<bool> get(Reader& in) {
        std::vector<bool> values(in.length(1));
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = Wire<bool>::get(in);
        return values;
    }
};

template <class T, std::size_t N>
struct Wire<std::array<T, N>> {
    static void put(Writer& out, const std::array<T, N>& values) {
        for (const T& value : values) Wire<T>::put(out, value);
    }
    static std::array<T, N> get(Reader& in) {
        std::array<T, N> values{};
        for (T& value : values) value = Wire<T>::get(in);
        return values;
    }
};

template <class T>
struct Wire<std::optional<T>> {
    static void put(Writer& out, const std::optional<T>& value) {
        Wire<bool>::put(out, value.has_value());
        if (value) Wire<T>::put(out, *value);
    }
    static std::optional<T> get(Reader& in) {
        if (!Wire<bool>::get(in)) return std::nullopt;
        return Wire<T>::get(in);
    }
};

template <class A, class B>
struct Wire<std::pair<A, B>> {
    static void put(Writer& out, const std::pair<A, B>& value) {
        Wire<std::remove_cv_t<A>>::put(out, value.first);
        Wire<std::remove_cv_t<B>>::put(out, value.second);
    }
    static std::pair<A, B> get(Reader& in) {
        auto first = Wire<std::remove_cv_t<A>>::get(in);
        auto second = Wire<std::remove_cv_t<B>>::get(in);
        return {std::move(first), std::move(second)};
    }
};

template <class... T>
struct Wire<std::tuple<T...>> {
    static void put(Writer& out, const std::tuple<T...>& value) {
        std::apply([&](const T&... each) { (Wire<T>::put(out, each), ...); }, value);
    }
    // Braces, because they read from left to right; a plain call has no order.
    static std::tuple<T...> get(Reader& in) { return std::tuple<T...>{Wire<T>::get(in)...}; }
};

// Containers with keys are a list of their entries.
template <class C>
struct WireEntries {
    using Entry = typename C::value_type;
    static void put(Writer& out, const C& values) {
        out.length(values.size());
        for (const Entry& value : values) Wire<Entry>::put(out, value);
    }
    static C get(Reader& in) {
        C values;
        const std::size_t n = in.length(1);
        for (std::size_t i = 0; i < n; ++i) values.insert(Wire<Entry>::get(in));
        return values;
    }
};

template <class K, class V>
struct Wire<std::map<K, V>> : WireEntries<std::map<K, V>> {};
template <class K, class V>
struct Wire<std::unordered_map<K, V>> : WireEntries<std::unordered_map<K, V>> {};
template <class K>
struct Wire<std::set<K>> : WireEntries<std::set<K>> {};

template <Listed T>
struct Wire<T> {
    static void put(Writer& out, const T& value) {
        // Fields ties references to non-const members; put reads them only.
        std::apply([&](const auto&... field) { (grading::put(out, field), ...); },
                   Fields<T>::of(const_cast<T&>(value)));
    }
    static T get(Reader& in) {
        T value{};
        std::apply(
            [&](auto&... field) { ((field = grading::get<std::remove_cvref_t<decltype(field)>>(in)), ...); },
            Fields<T>::of(value));
        return value;
    }
};

}  // namespace grading
