// Reads a record (JSON, schema 1). A file that is damaged or foreign is an error with a reason, never a
// crash.
#include "harness/tools/record_file.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/tools/text_file.hpp"

namespace lab::tools {

namespace {

using Json = nlohmann::json;

std::optional<double> number(const Json& object, const char* key) {
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number()) return std::nullopt;
    return found->get<double>();
}

std::string text(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

bool flag(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_boolean() && found->get<bool>();
}

const Json& list(const Json& object, const char* key) {
    static const Json none = Json::array();
    const auto found = object.find(key);
    return found != object.end() && found->is_array() ? *found : none;
}

// A list or an object is no cell. To write one out would go as deep as it is nested, and a file can nest as deep as it likes.
std::string as_text(const Json& cell) {
    if (cell.is_null() || cell.is_structured()) return {};
    return cell.is_string() ? cell.get<std::string>() : cell.dump();
}

RecordedPoint read_point(const Json& from) {
    RecordedPoint point;
    point.name = text(from, "name");
    point.status = text(from, "status");
    point.x = number(from, "x");
    point.items = number(from, "items");
    point.calls = number(from, "calls_per_sample");
    if (const auto summary = from.find("summary"); summary != from.end() && summary->is_object()) {
        point.min = number(*summary, "min");
        point.p50 = number(*summary, "p50");
        point.p99 = number(*summary, "p99");
        point.max = number(*summary, "max");
        point.mad = number(*summary, "mad");
        point.p50_per_item = number(*summary, "p50_per_item");
    }
    for (const auto& round : list(from, "samples")) {
        auto& values = point.samples.emplace_back();
        if (!round.is_array()) continue;
        for (const auto& value : round) {
            if (value.is_number()) values.push_back(value.get<double>());
        }
    }
    return point;
}

RecordedTable read_table(const Json& from) {
    RecordedTable table{.title = text(from, "title"), .columns = {}, .rows = {}};
    for (const auto& column : list(from, "columns")) table.columns.push_back(as_text(column));
    for (const auto& row : list(from, "rows")) {
        auto& cells = table.rows.emplace_back();
        for (const auto& cell : row) cells.push_back(as_text(cell));
    }
    return table;
}

void read_machine(const Json& machine, Record& record) {
    record.caption = text(machine, "caption");
    record.line_bytes = number(machine, "line_bytes");
    record.page_bytes = number(machine, "page_bytes");
    for (const auto& cache : list(machine, "caches")) {
        const auto level = number(cache, "level");
        const auto bytes = number(cache, "bytes");
        if (!level || !bytes || text(cache, "kind") == "instruction") continue;
        // Each core's own copy of a level is listed; one boundary is enough.
        const auto same = [&](const RecordedCache& known) { return known.level == static_cast<int>(*level); };
        if (std::ranges::none_of(record.caches, same))
            record.caches.push_back({static_cast<int>(*level), *bytes});
    }
    std::ranges::sort(record.caches, {}, &RecordedCache::level);
}

Record read_fields(const Json& json) {
    Record record;
    record.lab = text(json, "lab");
    record.question = text(json, "question");
    record.started = text(json, "started");
    record.complete = flag(json, "complete");
    record.quick = flag(json, "quick");
    if (const auto sizes = json.find("other_sizes"); sizes != json.end())
        record.other_sizes = !sizes->empty();
    if (const auto options = json.find("options"); options != json.end() && options->is_object()) {
        for (const auto& [name, value] : options->items()) record.options[name] = as_text(value);
    }
    if (const auto machine = json.find("machine"); machine != json.end() && machine->is_object()) {
        read_machine(*machine, record);
    }
    for (const auto& from : list(json, "predictions")) {
        record.predictions.push_back({text(from, "key"), text(from, "what"), text(from, "unit"),
                                      text(from, "made"), number(from, "value")});
    }
    for (const auto& from : list(json, "answers")) {
        record.answers.push_back({text(from, "key"), text(from, "why"), number(from, "value")});
    }
    for (const auto& from : list(json, "points")) record.points.push_back(read_point(from));
    for (const auto& from : list(json, "tables")) record.tables.push_back(read_table(from));
    return record;
}

template <class Range>
const typename Range::value_type* by_key(const Range& range, std::string_view key) {
    const auto found =
        std::ranges::find(range, key, [](const auto& entry) { return std::string_view{entry.key}; });
    return found == range.end() ? nullptr : &*found;
}

}  // namespace

const RecordedPrediction* Record::prediction(std::string_view key) const { return by_key(predictions, key); }
const RecordedAnswer* Record::answer(std::string_view key) const { return by_key(answers, key); }

bool Record::predicted() const {
    return std::ranges::any_of(predictions, [](const auto& p) { return p.value.has_value(); });
}

bool Record::all_refused() const {
    return !points.empty() &&
           std::ranges::all_of(points, [](const auto& point) { return point.status == "refused"; });
}

ReadRecord parse_record(std::string_view bytes, std::string_view lab) {
    const Json json = Json::parse(bytes, nullptr, false);
    if (json.is_discarded() || !json.is_object()) return {{}, "is not a record: it is damaged or cut short"};
    if (number(json, "schema") != 1.0)
        return {{}, "was written by another version of the course (its schema is not 1)"};
    if (text(json, "lab") != lab) return {{}, "is a record of another lab (" + text(json, "lab") + ")"};
    if (text(json, "started").empty()) return {{}, "is not a record: it does not say when it was started"};
    return {read_fields(json), {}};
}

ReadRecord read_record(const std::filesystem::path& file, std::string_view lab) {
    const auto bytes = read_text(file);
    if (!bytes) return {{}, "can't be read"};
    auto read = parse_record(*bytes, lab);
    if (read.record) read.record->file = file;
    return read;
}

}  // namespace lab::tools
