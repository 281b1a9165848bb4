// Tests of the conversation with a student's process: what reaches the limit of cachegrind's log is not a log.
#include "grading/proxy/channel.hpp"

#include <gtest/gtest.h>

namespace {

using namespace grading;

// What comes out of a "cachegrind" that writes so many bytes where the summary goes.
std::string log_of(const std::string& bytes) {
    Jail jail;
    jail.box = BOX;
    Command command;
    command.filter = Filter::none;
    command.limits.memory_mib = 4096;
    const std::string log = std::to_string(command.limits.descriptors + 11);  // where box puts it
    command.argv = {"/bin/bash", "-c", "printf %" + bytes + "s x >&" + log};
    Channel channel(jail, command, true);
    return channel.end_and_read_log({});
}

TEST(Log, IsReadWhole) { EXPECT_EQ(log_of("1000").size(), 1000U); }

TEST(Log, ThatReachesTheLimitIsNone) {
    EXPECT_NO_THROW(log_of(std::to_string(kMostLog - 1)));
    for (const std::size_t bytes : {kMostLog, kMostLog * 10}) {
        try {
            log_of(std::to_string(bytes));
            ADD_FAILURE() << bytes << " bytes were taken for a log";
        } catch (const Trouble& trouble) {
            EXPECT_EQ(trouble.sentence, kTooMuchLog);
        }
    }
}

}  // namespace
