// Tests of reading hand-ins: odd layouts are understood, dangerous entries are refused.
#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "grading/intake/archive.hpp"
#include "grading/intake/submission.hpp"

namespace {

namespace fs = std::filesystem;
using namespace grading;

class Intake : public ::testing::Test {
protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "intake-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder = name;
    }
    void TearDown() override { fs::remove_all(folder); }

    void write(const fs::path& path, const std::string& text) const {
        fs::create_directories((folder / path).parent_path());
        std::ofstream(folder / path, std::ios::binary) << text;
    }

    struct Entry {
        std::string path, bytes{};
        int type = AE_IFREG;
        std::string link{};
    };
    std::string pack(const std::string& name, const std::vector<Entry>& entries) const {
        const std::string file = (folder / name).string();
        archive* out = archive_write_new();
        if (name.ends_with(".zip")) {
            archive_write_set_format_zip(out);
        } else {
            archive_write_set_format_pax_restricted(out);
            name.ends_with(".xz") ? archive_write_add_filter_xz(out) : archive_write_add_filter_gzip(out);
        }
        archive_write_open_filename(out, file.c_str());
        for (const Entry& e : entries) {
            archive_entry* entry = archive_entry_new();
            archive_entry_set_pathname(entry, e.path.c_str());
            archive_entry_set_filetype(entry, static_cast<unsigned>(e.type));
            archive_entry_set_perm(entry, 0644);
            archive_entry_set_size(entry, static_cast<la_int64_t>(e.bytes.size()));
            if (e.type == AE_IFLNK) archive_entry_set_symlink(entry, e.link.c_str());
            archive_write_header(out, entry);
            archive_write_data(out, e.bytes.data(), e.bytes.size());
            archive_entry_free(entry);
        }
        archive_write_close(out);
        archive_write_free(out);
        return file;
    }

    static std::string chosen(const Submission& s, const std::string& file = "a.cpp") {
        std::vector<std::string> notes;
        const Chosen c = choose_file(s, "part1/ch01/exercises/a", file, notes);
        return c.found ? c.bytes : (c.refused ? "refused: " : "missing: ") + c.why;
    }

    fs::path folder;
};

TEST_F(Intake, AFolderTooDeep) {
    write("alice/homework 1/stuff/a.cpp", "right");
    EXPECT_EQ(chosen(read_submission((folder / "alice").string())), "right");
}

TEST_F(Intake, ThePathOfTheExerciseWins) {
    write("alice/part1/ch01/exercises/a/a.cpp", "right");
    write("alice/old/a.cpp", "old");
    EXPECT_EQ(chosen(read_submission((folder / "alice").string())), "right");
}

TEST_F(Intake, TwoDifferentFilesAreRefused) {
    write("alice/x/a.cpp", "one");
    write("alice/y/a.cpp", "two");
    EXPECT_TRUE(
        chosen(read_submission((folder / "alice").string())).starts_with("refused: two different files"));
    write("alice/y/a.cpp", "one");
    EXPECT_EQ(chosen(read_submission((folder / "alice").string())), "one");
}

TEST_F(Intake, AppleDebrisIsNotAFile) {
    const Submission s = read_submission(
        pack("z.zip", {{"a.cpp", "right"}, {"__MACOSX/._a.cpp", "junk"}, {"__MACOSX/a.cpp", "junk"}}));
    EXPECT_EQ(s.student, "z");
    EXPECT_EQ(chosen(s), "right");
}

TEST_F(Intake, AnEditorsHistoryIsNotAFile) {
    const Submission s = read_submission(pack("z.zip", {{"part1/ch01/exercises/a/a.cpp", "right"},
                                                        {".history/part1/ch01/exercises/a/a.cpp", "old"}}));
    EXPECT_EQ(chosen(s), "right");
}

TEST_F(Intake, AnArchiveInsideAnArchiveIsNamed) {
    for (const char* inner : {"hw.zip", "hw.7z"}) {
        const Submission s = read_submission(pack("z.zip", {{inner, "bytes"}}));
        EXPECT_EQ(chosen(s), std::string("refused: no a.cpp in the hand-in; it may be in ") + inner +
                                 ", an archive inside it, which is not unpacked");
    }
}

TEST_F(Intake, NamesOfAllKinds) {
    const Submission s = read_submission(pack("Zoë + C.tar.gz", {{"abgabe für montag/a.cpp", "right"}}));
    EXPECT_EQ(s.student, "Zoë + C");
    EXPECT_EQ(chosen(s), "right");
}

TEST_F(Intake, OtherCapitalLetters) {
    write("alice/A.CPP", "right");
    EXPECT_EQ(chosen(read_submission((folder / "alice").string())), "right");
}

TEST_F(Intake, BackslashesOfAZip) {
    EXPECT_EQ(chosen(read_submission(pack("z.zip", {{"part1\\ch01\\exercises\\a\\a.cpp", "right"}}))),
              "right");
}

TEST_F(Intake, AnArchiveInsideTheFolder) {
    fs::create_directory(folder / "bob");
    fs::rename(pack("x.zip", {{"a.cpp", "right"}}), folder / "bob" / "x.zip");
    EXPECT_EQ(chosen(read_submission((folder / "bob").string())), "right");
}

TEST_F(Intake, WhatLiesOutsideAnArchiveWins) {
    write("bob/a.cpp", "right");
    fs::rename(pack("x.zip", {{"part1/ch01/exercises/a/a.cpp", "old"}, {"b.cpp", "b"}}),
               folder / "bob" / "x.zip");
    write("bob/broken.zip", "no zip");
    const Submission s = read_submission((folder / "bob").string());
    EXPECT_EQ(s.trouble, "");
    EXPECT_EQ(chosen(s), "right");
    EXPECT_EQ(chosen(s, "b.cpp"), "b");
    EXPECT_TRUE(chosen(s, "c.cpp").starts_with("refused: ")) << chosen(s, "c.cpp");
    EXPECT_EQ(s.notes.size(), 2u);
}

TEST_F(Intake, EndingsInCapitals) {
    fs::rename(pack("x.zip", {{"a.cpp", "right"}}), folder / "BOB.ZIP");
    fs::rename(pack("x.tar.gz", {{"a.cpp", "right"}}), folder / "Ada.TAR.GZ");
    EXPECT_EQ(chosen(read_submission((folder / "BOB.ZIP").string())), "right");
    EXPECT_EQ(student_of("BOB.ZIP"), "BOB");
    EXPECT_EQ(student_of("Ada.TAR.GZ"), "Ada");
    EXPECT_EQ(chosen(read_submission((folder / "Ada.TAR.GZ").string())), "right");
}

TEST_F(Intake, TheNewestFileOfAFolderIsItsTime) {
    using std::chrono::hours;
    pack("bob.zip", {{"a.cpp", "zip"}});
    write("bob/a.cpp", "folder");
    const auto now = fs::file_time_type::clock::now();
    std::vector<std::string> notes;
    fs::last_write_time(folder / "bob" / "a.cpp", now - hours(3));
    fs::last_write_time(folder / "bob.zip", now - hours(2));
    EXPECT_TRUE(list_submissions(folder.string(), notes).at(0).path.ends_with("bob.zip"));
    fs::last_write_time(folder / "bob" / "a.cpp", now - hours(1));
    fs::last_write_time(folder / "bob", now - hours(5));
    EXPECT_TRUE(list_submissions(folder.string(), notes).at(0).path.ends_with("bob"));
}

#ifndef LAB_SANITIZED  // a sanitizer reserves terabytes, and this test bounds the memory
// The dictionary that an xz archive asks for is one byte of it. This one asks for 4 GiB.
TEST_F(Intake, TooMuchMemoryIsTheArchivesWish) {
    const auto file = pack("eve.tar.xz", {{"a.cpp", "int a;"}});
    std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
    std::string head(24, '\0');  // 12 bytes of the stream, 12 of the block
    bytes.read(head.data(), 24);
    ASSERT_EQ(head.substr(12, 4), std::string("\x02\x00\x21\x01", 4));
    head[16] = 40;
    std::uint32_t crc = 0xFFFFFFFFU;
    for (const char c : head.substr(12, 8)) {
        crc ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit) crc = crc >> 1U ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
    }
    crc = ~crc;
    for (unsigned i = 0; i < 4; ++i) head[20 + i] = static_cast<char>(crc >> 8 * i);
    bytes.seekp(0);
    bytes.write(head.data(), 24);
    bytes.close();
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
    rlimit little = before;
    little.rlim_cur = rlim_t{2} << 30U;
    ASSERT_EQ(setrlimit(RLIMIT_AS, &little), 0);
    const Submission s = read_submission(file);
    ASSERT_EQ(setrlimit(RLIMIT_AS, &before), 0);
    EXPECT_EQ(s.fault, "");
    EXPECT_NE(s.trouble, "");
}
#endif

TEST_F(Intake, LinksAreRefused) {
    write("secret", "secret");
    fs::create_directory(folder / "eve");
    fs::create_symlink(folder / "secret", folder / "eve" / "a.cpp");
    EXPECT_TRUE(chosen(read_submission((folder / "eve").string())).starts_with("refused: a.cpp was refused"));
    EXPECT_TRUE(chosen(read_submission(pack("l.tar.gz", {{"a.cpp", "", AE_IFLNK, "/etc/passwd"}})))
                    .starts_with("refused: "));
}

TEST_F(Intake, PipesAreRefusedAndNotWaitedFor) {
    fs::create_directory(folder / "eve");
    ASSERT_EQ(mkfifo((folder / "eve" / "a.cpp").c_str(), 0600), 0);
    EXPECT_TRUE(chosen(read_submission((folder / "eve").string())).starts_with("refused: "));
}

TEST_F(Intake, PathsThatLeaveAreRefused) {
    const Submission s =
        read_submission(pack("s.tar.gz", {{"../../a.cpp", "x"}, {"/a.cpp", "x"}, {"b/../../a.cpp", "x"}}));
    EXPECT_TRUE(s.files.empty());
    EXPECT_TRUE(chosen(s).starts_with("refused: ")) << chosen(s);
}

TEST_F(Intake, ArchivesAreBounded) {
    EXPECT_NE(read_submission(pack("big.zip", {{"zeros", std::string(70 << 20, '\0')}})).trouble, "");
    std::vector<Entry> many(5000, Entry{"x", ""});
    for (std::size_t i = 0; i < many.size(); ++i) many[i].path += std::to_string(i);
    EXPECT_NE(read_submission(pack("many.zip", many)).trouble, "");
    const Submission s = read_submission(pack("large.zip", {{"a.cpp", std::string(2 << 20, ' ')}}));
    EXPECT_EQ(s.trouble, "");
    EXPECT_TRUE(chosen(s).starts_with("refused: "));
}

TEST_F(Intake, LimitsAreOfTheHandInNotOfEachArchive) {
    fs::create_directory(folder / "eve");
    for (const char* name : {"1.zip", "2.zip", "3.zip"})
        fs::rename(pack(name, {{"zeros", std::string(30 << 20, '\0')}}), folder / "eve" / name);
    EXPECT_NE(read_submission((folder / "eve").string()).trouble, "");
}

TEST_F(Intake, WhatIsRefusedCountsToo) {
    EXPECT_NE(read_submission(pack("outside.tar.gz", {{"../zeros", std::string(70 << 20, '\0')}})).trouble,
              "");
    std::vector<Entry> large(70, Entry{"x", std::string(1 << 20, ' ') + "too large"});
    for (std::size_t i = 0; i < large.size(); ++i) large[i].path += std::to_string(i);
    EXPECT_NE(read_submission(pack("large.tar.gz", large)).trouble, "");
    for (const Entry& e : large) write("mallory/" + e.path, e.bytes);
    EXPECT_NE(read_submission((folder / "mallory").string()).trouble, "");
}

TEST_F(Intake, CompressedTwiceIsRefused) {
    const std::string inner = pack("x.tar.gz", {{"a.cpp", "right"}});
    const std::string outer = (folder / "y.tar.gz").string();
    ASSERT_EQ(std::system(("gzip -c '" + inner + "' > '" + outer + "'").c_str()), 0);
    EXPECT_EQ(read_submission(inner).trouble, "");
    EXPECT_NE(read_submission(outer).trouble, "");
}

TEST_F(Intake, WhatThisMachineRefusesIsNoFaultOfTheStudent) {
    write("alice/a.cpp", "right");
    write("alice/closed/b.cpp", "x");
    write("bob/a.cpp", "right");
    pack("carol.zip", {{"a.cpp", "right"}});
    fs::permissions(folder, fs::perms::group_exec | fs::perms::others_exec, fs::perm_options::add);
    fs::permissions(folder / "alice" / "closed", fs::perms::none);
    fs::permissions(folder / "bob" / "a.cpp", fs::perms::none);
    fs::permissions(folder / "carol.zip", fs::perms::none);
    const bool root = geteuid() == 0;  // whom nothing is refused
    if (root) {
        ASSERT_EQ(seteuid(65534), 0);
    }
    std::vector<Submission> read;
    for (const char* name : {"alice", "bob", "carol.zip"})
        read.push_back(read_submission((folder / name).string()));
    if (root) {
        ASSERT_EQ(seteuid(0), 0);
    }
    for (const Submission& s : read) {
        EXPECT_NE(s.fault, "") << s.path;
        EXPECT_EQ(s.trouble, "") << s.path;
    }
    fs::permissions(folder / "alice" / "closed", fs::perms::owner_all);
}

TEST_F(Intake, NamesThatAreShownAlikeStayApart) {
    write("J\xff/a.cpp", "x");
    write("J\xfe/a.cpp", "x");
    write("J\xef\xbf\xbd/a.cpp", "x");
    std::vector<std::string> notes;
    const auto all = list_submissions(folder.string(), notes);
    ASSERT_EQ(all.size(), 3u);
    EXPECT_NE(all[0].student, all[1].student);
    EXPECT_NE(all[1].student, all[2].student);
    EXPECT_NE(all[0].student, all[2].student);
    EXPECT_EQ(read_submission(all[1].path).student, all[1].student);
}

TEST_F(Intake, BrokenArchives) {
    write("broken.zip", "this is no zip");
    EXPECT_NE(read_submission((folder / "broken.zip").string()).trouble, "");
    const std::string good = pack("cut.tar.gz", {{"a.cpp", std::string(100000, 'x')}});
    fs::resize_file(good, fs::file_size(good) / 2);
    EXPECT_NE(read_submission(good).trouble, "");
    EXPECT_NE(read_submission((folder / "none.zip").string()).trouble, "");
}

TEST_F(Intake, AClassIsListedByStudent) {
    pack("bob.zip", {{"a.cpp", "x"}});
    write("alice/a.cpp", "x");
    write("notes.txt", "x");
    write(".DS_Store", "x");
    std::vector<std::string> notes;
    const auto all = list_submissions(folder.string(), notes);
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(all[0].student, "alice");
    EXPECT_EQ(all[1].student, "bob");
    EXPECT_EQ(notes.size(), 1u);
}

}  // namespace
