// embed.cpp -- the library from C++: a search that another thread stops.
//
//     c++ -std=c++17 embed.cpp $(pkg-config --cflags --libs zermelo) -pthread -o embed && ./embed
#include <zermelo/zermelo.h>

#include <chrono>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

// Handles that free themselves: a deleter is all the wrapping the C interface needs.
template <auto Free> struct Deleter {
    template <typename T> void operator()(T *handle) const
    {
        Free(handle);
    }
};
using Game = std::unique_ptr<const zm_game, Deleter<zm_game_close>>;
using Position = std::unique_ptr<zm_position, Deleter<zm_position_free>>;
using Search = std::unique_ptr<zm_search, Deleter<zm_search_free>>;

// Failures are sentences; here they become exceptions.
static void check(bool good, const zm_error &error)
{
    if (!good)
        throw std::runtime_error(error.text);
}

static std::string text(const Position &p, zm_move m)
{
    char move[64];
    zm_position_show_move(p.get(), m, move, sizeof move);
    return move;
}

int main()
{
    zm_error error;
    try {
        const Game game(zm_game_open("connect4", nullptr, &error));
        check(game != nullptr, error);
        const Position p(zm_position_new(game.get(), &error));
        check(p != nullptr, error);
        check(!zm_position_play_text(p.get(), "444", &error), error);
        const Search search(zm_search_new(game.get(), "alphabeta", &error));
        check(search != nullptr, error);

        // Without a limit this search would take very long; stopped, it still has a move.
        zm_result result;
        std::thread button([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            zm_search_stop(search.get());
        });
        const char *const wrong = zm_search_run(search.get(), p.get(), nullptr, &result, &error);
        button.join();
        check(!wrong, error);
        std::cout << text(p, result.move) << " after " << result.nodes << " positions, "
                  << (result.stopped ? "stopped" : "finished") << "\n";
        check(!zm_position_play(p.get(), result.move, &error), error);
    } catch (const std::exception &e) {
        std::cerr << "embed: " << e.what() << "\n";
        return 1;
    }
}
