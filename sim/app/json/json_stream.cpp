// SPDX-License-Identifier: Apache-2.0
#include "sim/app/json/json_stream.hpp"

#include <algorithm>
#include <istream>
#include <nlohmann/json.hpp>

#include "sim/app/json/reader.hpp"

namespace stencil {
namespace {

// Passes parser events on to the reader of the document or, inside a streamed list, to the reader of its items.
class StreamReader {
 public:
  explicit StreamReader(const std::vector<StreamedList>& lists) : lists_(lists) {}

  bool null() {
    return value([](JsonReader& reader) { reader.null(); });
  }
  bool boolean(bool given) {
    return value([&](JsonReader& reader) { reader.boolean(given); });
  }
  bool number_integer(std::int64_t given) {
    return value([&](JsonReader& reader) { reader.number_integer(given); });
  }
  bool number_unsigned(std::uint64_t given) {
    return value([&](JsonReader& reader) { reader.number_unsigned(given); });
  }
  bool number_float(double given, const std::string& text) {
    return value([&](JsonReader& reader) { reader.number_float(given, text); });
  }
  bool string(std::string& given) {
    return value([&](JsonReader& reader) { reader.string(given); });
  }
  bool binary(std::vector<std::uint8_t>&) { return false; }

  bool start_object(std::size_t size) {
    if (list_ == nullptr && document_.depth() == 0) in_object_ = true;
    return open([&](JsonReader& reader) { reader.start_object(size); });
  }
  bool start_array(std::size_t size) {
    if (list_ == nullptr && document_.depth() == 1 && in_object_) {
      const auto found =
          std::find_if(lists_.begin(), lists_.end(), [this](const StreamedList& list) { return list.name == name_; });
      if (found != lists_.end()) {
        list_ = &*found;
        depth_ = 0;
        return document_.start_array(size);
      }
    }
    return open([&](JsonReader& reader) { reader.start_array(size); });
  }
  bool key(std::string& name) {
    if (list_ == nullptr) {
      if (document_.depth() == 1) name_ = name;
      return document_.key(name);
    }
    return list_->take ? item_.key(name) : true;
  }
  bool end_object() {
    return close([](JsonReader& reader) { reader.end_object(); });
  }
  bool end_array() {
    if (list_ != nullptr && depth_ == 0) {
      list_ = nullptr;
      return document_.end_array();
    }
    return close([](JsonReader& reader) { reader.end_array(); });
  }
  template <class Error>
  bool parse_error(std::size_t at, const std::string& token, const Error& error) {
    return document_.parse_error(at, token, error);
  }

  Json take() { return document_.take(); }

 private:
  template <class Event>
  bool value(const Event& event) {
    if (list_ == nullptr) {
      event(document_);
    } else if (list_->take) {
      event(item_);
      deliver();
    }
    return true;
  }
  template <class Event>
  bool open(const Event& event) {
    if (list_ == nullptr) {
      event(document_);
    } else {
      ++depth_;
      if (list_->take) event(item_);
    }
    return true;
  }
  template <class Event>
  bool close(const Event& event) {
    if (list_ == nullptr) {
      event(document_);
    } else {
      --depth_;
      if (list_->take) {
        event(item_);
        deliver();
      }
    }
    return true;
  }
  void deliver() {
    if (depth_ == 0) list_->take(item_.take());
  }

  const std::vector<StreamedList>& lists_;
  JsonReader document_;
  JsonReader item_;
  const StreamedList* list_ = nullptr;  // the list being read
  std::size_t depth_ = 0;               // lists and objects open inside that list
  std::string name_;                    // the current field of the document
  bool in_object_ = false;
};

}  // namespace

Json read_json_stream(std::istream& in, const std::vector<StreamedList>& lists) {
  StreamReader reader(lists);
  nlohmann::json::sax_parse(in, &reader);
  Json document = reader.take();
  document.members();  // throws unless it is an object
  return document;
}

}  // namespace stencil
