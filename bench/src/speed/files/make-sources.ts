const lineCount = 100_000;

/** A source file of 100 000 lines. */
export interface MadeSource {
  readonly language: string;
  readonly fileName: string;
  readonly code: () => string;
}

/** The languages whose grammars take longest, each with classes or rules of its own. */
export const madeSources: readonly MadeSource[] = [
  { language: "C++", fileName: "100k-lines.cpp", code: () => repeated(cppUnit) },
  { language: "CSS", fileName: "100k-lines.css", code: () => repeated(cssUnit) },
  { language: "Python", fileName: "100k-lines.py", code: () => repeated(pythonUnit) },
];

function repeated(unit: (at: number) => string): string {
  const units: string[] = [];
  for (let lines = 0; lines < lineCount;) {
    const next = unit(units.length);
    units.push(next);
    lines += next.split("\n").length - 1;
  }
  return units.join("");
}

/** Statements of a function, so that there are as many declarations as real files have. */
function statements(count: number, statement: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => statement(at)).join("\n");
}

/** A template with members of many kinds, and two functions of it outside. */
function cppUnit(at: number): string {
  return `#include <vector>
#define QUEUE_LIMIT_${at} (1u << ${at % 16})

namespace shop::queues {

/// Number ${at} of its kind.
template <typename Item, typename Allocator = std::allocator<Item>>
class Queue${at} : public Base<Item> {
 public:
  using value_type = Item;
  explicit Queue${at}(const Allocator& allocator = Allocator(), std::size_t capacity = ${at});
  ~Queue${at}() override;
  Queue${at}(const Queue${at}&) = delete;

  void push(const Item& item, std::chrono::milliseconds timeout = std::chrono::milliseconds(10));
  bool pop(Item& item) {
    if (items_.empty()) {
      return false;
    }
    item = std::move(items_.back());
    items_.pop_back();
    return true;
  }

 private:
  std::vector<Item, Allocator> items_;
  std::size_t capacity_ = 0;
};

struct Options${at} {
  int limit;
  const char* name;
};

template <typename Item, typename Allocator>
void Queue${at}<Item, Allocator>::push(const Item& item, std::chrono::milliseconds timeout) {
  std::unique_lock<std::mutex> lock(this->mutex_);
  for (std::size_t each = 0; each < items_.size(); ++each) {
    if (items_[each] == item) return;
  }
${statements(40, (each) => `  if (capacity_ > ${each}u && item != Item()) { log(lock, "item {}", ${each}); }`)}
  items_.push_back(item);
}

static const int weights${at}[] = {
    1, 2, 3, 4, 5, 6, 7, 8,
};

}  // namespace shop::queues
`;
}

/** Rules with declarations, some of them in others. */
function cssUnit(at: number): string {
  return `/* Number ${at} of its kind. */
.card-${at},
.card-${at} > .title:not(:first-child) {
  display: flex;
  margin: ${at % 9}px auto;
  background: url("data:image/gif;base64,R0lGODlhAQABAAAAACw=") no-repeat;
}

.card-${at}:hover {
  color: rgb(${at % 255} 0 0 / 50%);

  &::after {
    content: "}";
${statements(12, (each) => `    --space-${each}: calc(var(--unit) * ${each} + 1px);`)}
    transition: opacity 0.2s ease-in-out, transform 0.2s ease-in-out;
  }
}

@media (min-width: ${600 + (at % 400)}px) {
  .card-${at} .body {
    grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr));
    font: italic 1.2em/1.5 "Fira Sans", sans-serif;
  }
}

`;
}

/** A class with what explains it, a table, and a function with another one in it. */
function pythonUnit(at: number): string {
  return `class Store${at}(Base, metaclass=Registry):
    """Number ${at} of its kind.

    It holds what it is given (and gives it back).
    """

    limits = {
        "first": [1, 2, 3],
        "second": {"low": ${at}, "high": None},
    }

    def __init__(self, path, *, encoding="utf-8", errors=None):
        super().__init__(path)
        self.encoding = encoding
        self.errors = errors or []

    @property
    def size(self):
        """How many there are."""
${statements(20, (each) => `        self.log(f"item {self.path}", level=${each}, extra=[None, {}])`)}
        return len([each for each in self.items if each is not None])

    def wrap(self, function):
        @functools.wraps(function)
        def wrapped(*args, **kwargs):
            if not args:
                raise ValueError("Nothing was given.")
${statements(20, (each) => `            kwargs["name_${each}"] = args[0] if len(args) > ${each} else None`)}
            return function(*args, **kwargs)

        return wrapped


TABLE_${at} = (
    ("one", 1, lambda value: value + 1),
    ("two", 2, lambda value: value + 2),
)

`;
}
