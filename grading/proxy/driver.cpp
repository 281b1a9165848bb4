// The main of a student's process: waits for a question, calls the student's function, sends the answer.

// Nothing here is secret and nothing here decides. A student's code that takes over this process can only send
// other answers, and an answer is all it could send anyway.

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <exception>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>

#include "grading/proxy/exception_kind.hpp"
#include "grading/proxy/frame.hpp"
#include "grading/proxy/server.hpp"

namespace grading {

std::map<std::string, Served>& served() {
    static std::map<std::string, Served> functions;
    return functions;
}

namespace {

// One system call for one message: the number of instructions must not depend on how the kernel cuts it.
bool receive(void* to, std::size_t size) {
    char* at = static_cast<char*>(to);
    while (size > 0) {
        const ssize_t got = recv(kChildSocket, at, size, MSG_WAITALL);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        at += got;
        size -= static_cast<std::size_t>(got);
    }
    return true;
}

bool send_all(const void* from, std::size_t size) {
    const char* at = static_cast<const char*>(from);
    while (size > 0) {
        const ssize_t put = send(kChildSocket, at, size, MSG_NOSIGNAL);
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) return false;
        at += put;
        size -= static_cast<std::size_t>(put);
    }
    return true;
}

struct Reply {
    Answer kind;
    std::string payload;
};

Reply reply_to(std::uint32_t question, std::string_view payload) {
    try {
        Reader in{payload};
        const auto name = get<std::string>(in);
        const auto found = served().find(name);
        if (found == served().end()) return {kUnknown, name};
        const bool call = question == kCall;
        std::string result = found->second(in, call);
        return {call ? kValue : kEmpty, std::move(result)};
    } catch (const WireError& error) {
        return {kUnknown, error.what()};
    } catch (...) {
        Writer out;
        const Thrown thrown = describe_current_exception();
        put(out, thrown.kind);
        put(out, thrown.what);
        return {kException, out.bytes()};
    }
}

}  // namespace
}  // namespace grading

int main() {
    grading::FrameHead head{};
    std::string payload;
    while (grading::receive(&head, sizeof head)) {
        payload.resize(head.length);
        if (!grading::receive(payload.data(), payload.size())) break;
        const grading::Reply reply = grading::reply_to(head.kind, payload);
        std::fflush(stdout);  // what was printed meanwhile may explain the answer to an instructor
        head.kind = reply.kind;
        head.length = static_cast<std::uint32_t>(reply.payload.size());
        if (!grading::send_all(&head, sizeof head)) break;
        if (!grading::send_all(reply.payload.data(), reply.payload.size())) break;
    }
    _exit(0);  // no destructors, no atexit: the conversation is over
}
