"""A log and its file: how it begins, grows, is read back and is refused; what is left of a torn line or a killed process."""

import os
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from forger import forged, line_of
from support import BARE

from airwar.battle.battle import seed_claimed
from airwar.engine import files
from airwar.engine import log as logs
from airwar.engine.log import Log, Record, UnreadRecord, parse_line
from airwar.engine.record_json import Wording, write_body
from airwar.engine.records import Correspondents, Ended, Noted, RoundBegun
from airwar.errors import BadLog, BrokenChain, CannotWrite, NoSuchFile

NOTE = Noted("tea", "host")
ROUND = RoundBegun("malta", 2)
HASH = "ab" * 32
MAIL = Correspondents(("axis",), ("allies",), "a")
BY_MAIL = "record 0: a battle by mail names its correspondents, and has no seed of its own"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "battle.jsonl"


# records and lines


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("{", "the line is damaged and cannot be read"),
        ("[" * 100_000, "the line is damaged and cannot be read"),
        ('{"seq": 4.0}', "the line is damaged and cannot be read"),
        ('{"seq": NaN}', "the line is damaged and cannot be read"),
        ("[4]", "the line is not a record"),
        ("{}", "the line says it is record None; a record is missing, doubled or moved"),
        (Record(4, HASH, ROUND).line.replace("malta", "kursk"), "the line does not match its hash; it was changed"),
        (Record(4, HASH, ROUND).line.replace('"round":2', '"round": 2'), "the line does not match its hash; it was changed"),
        (line_of(4, HASH, {"t": "round", "scope": "malta"})[0][:-1], "round is missing"),
    ],
)
def test_a_line_that_is_not_a_record_is_refused(line, why):
    with pytest.raises(BrokenChain) as broken:
        parse_line(line, 4, HASH)
    assert str(broken.value) == f"record 4: {why}"
    assert broken.value.seq == 4


# reading


def written(path, *bodies, header=BARE):
    path.write_bytes(forged(map(write_body, (header, *bodies))))
    return path


def test_a_log_is_read_with_what_follows_its_last_whole_line(path):
    written(path, ROUND, NOTE)
    for unread in (False, True):
        log = Log.load(path, unread)
        assert [record.body for record in log.records] == [BARE, ROUND, NOTE]
        assert (log.torn, log.path, log.header, log.last.body, log.finished) == (b"", path, BARE, NOTE, False)
        assert log.text().encode() == path.read_bytes()
        assert [type(record) is UnreadRecord for record in log.records] == [False, unread, False]
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"h":"')
    log = Log.load(path)
    assert (len(log.records), log.torn) == (3, b'{"h":"')
    written(path, Ended("won", ()))
    assert Log.load(path).finished


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "{path} is not an airwar log: it has no complete header"),
        (b"{", "{path} is not an airwar log: it has no complete header"),
        (b"airwar: 1\n", "{path} is not an airwar log"),
        (b"\n", "{path} is not an airwar log: it has no complete header"),
        (b"{}\n", "record 0: the line says it is record None; a record is missing, doubled or moved"),
        (forged([write_body(ROUND)]), "record 0: not the header of an airwar log"),
        (
            forged([write_body(replace(BARE, airwar=4))]),
            "record 0: unknown log format 4; this version of airwar reads formats 1 to 3",
        ),
        (forged([write_body(replace(BARE, seed=None))]), "record 0: the header needs either a seed or a commitment to one"),
        (forged([write_body(replace(BARE, commitment=HASH))]), "record 0: the header needs either a seed or a commitment to one"),
        (forged([write_body(replace(BARE, dice="mail"))]), BY_MAIL),
        (forged([write_body(replace(BARE, mail=MAIL))]), BY_MAIL),
        (forged([write_body(replace(BARE, dice="mail", mail=MAIL))]), BY_MAIL),
        (forged([write_body(BARE)]) + b"\xff\n", "record 1: the line is damaged and cannot be read"),
        (forged([write_body(BARE)]) + b"{\n", "record 1: the line is damaged and cannot be read"),
    ],
)
def test_what_is_not_a_log_is_refused(path, content, why):
    path.write_bytes(content)
    with pytest.raises(BadLog) as bad:
        Log.load(path)
    assert str(bad.value) == why.format(path=path)


def test_a_log_that_cannot_be_read(tmp_path):
    with pytest.raises(NoSuchFile, match=f"no such log: {tmp_path}/none"):
        Log.load(tmp_path / "none")
    with pytest.raises(NoSuchFile, match=f"cannot read {tmp_path}: it is a directory"):
        Log.load(tmp_path)


# writing


def test_a_log_begins_with_its_header_and_grows_record_by_record(path, monkeypatch):
    synced = []
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(os.fstat(handle).st_size))
    path.with_name(".battle.jsonl.77").write_bytes(b"left by a process that was killed")
    log = Log.create(path, BARE)
    begun = path.read_bytes()
    assert begun == forged([write_body(BARE)])
    assert synced[0] == len(begun)
    assert len(synced) == 2  # the file, then its folder
    assert list(path.parent.iterdir()) == [path]
    record = log.append(ROUND)
    assert (record.seq, record.prev, record.body) == (1, log.records[0].hash, ROUND)
    assert synced[2] == len(path.read_bytes())
    log.append(NOTE, Wording(NOTE))
    assert list(path.parent.iterdir()) == [path]
    assert path.read_bytes() == forged(map(write_body, (BARE, ROUND, NOTE))) == log.text().encode()
    log.close()
    log.close()
    log.append(ROUND)
    assert [one.body for one in Log.load(path).records] == [BARE, ROUND, NOTE, ROUND]
    log.close()


def test_a_new_log_is_locked_before_it_has_its_name(path, monkeypatch):
    placed = files.in_place

    def in_place(fresh, wanted):
        with open(fresh, "rb") as file:
            assert not files.locked(file.fileno())
        assert fresh.name == f".battle.jsonl.{os.getpid()}"
        placed(fresh, wanted)

    monkeypatch.setattr(files, "in_place", in_place)
    Log.create(path, BARE)
    assert path.exists()


def test_a_log_is_not_begun_where_one_is(path):
    path.write_bytes(b"precious")
    with pytest.raises(CannotWrite) as cannot:
        Log.create(path, BARE)
    assert str(cannot.value) == f"{path} already exists; choose another name with --log, or resume it: airwar resume {path}"
    assert path.read_bytes() == b"precious"
    assert list(path.parent.iterdir()) == [path]


def test_a_log_that_cannot_be_begun(tmp_path):
    missing = tmp_path / "none" / "battle.jsonl"
    with pytest.raises(CannotWrite) as cannot:
        Log.create(missing, BARE)
    there = f"there is no folder {missing.parent}"
    assert str(cannot.value) == f"cannot write the log {missing}: {there}; choose another place with --log"
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(CannotWrite, match="Not a directory; choose another place with --log"):
        Log.create(tmp_path / "file" / "battle.jsonl", BARE)


def test_a_torn_line_is_moved_aside_before_the_first_new_record(path):
    whole = written(path, ROUND).read_bytes()
    path.write_bytes(whole + b"torn")
    log = Log.load(path)
    assert path.read_bytes() == whole + b"torn"
    log.append(NOTE)
    torn = path.with_name("battle.jsonl.torn")
    assert torn.read_bytes() == b"torn"
    assert (log.torn, path.read_bytes()) == (b"", forged(map(write_body, (BARE, ROUND, NOTE))))
    torn.unlink()
    log.append(NOTE)
    assert not torn.exists()
    log.close()


def test_one_process_at_a_time_holds_a_log(path, monkeypatch):
    log, other = (Log.create(path, BARE), Log.load(path))
    opened, really_open = [], os.open
    monkeypatch.setattr(os, "open", lambda *how: opened.append(really_open(*how)) or opened[-1])
    log.hold()
    log.hold()
    assert len(opened) == 1
    with pytest.raises(CannotWrite, match=r"battle\.jsonl is in use by another airwar process"):
        other.hold()
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(opened[-1])  # what is in use is closed again
    with pytest.raises(CannotWrite, match="in use"):
        other.append(ROUND)
    log.close()
    other.hold()
    other.close()
    path.unlink()
    with pytest.raises(CannotWrite, match=r"cannot write .*battle\.jsonl: No such file or directory"):
        log.append(ROUND)


def test_a_log_that_cannot_be_continued_is_left_to_others(path, monkeypatch):
    """Its file has changed, or what it ended with cannot be moved aside."""
    written(path, ROUND)
    changed = Log.load(path)
    written(path, ROUND, NOTE)
    torn = Log.load(path)
    torn.torn = b"torn"
    monkeypatch.setattr(logs, "set_aside", lambda *_: (_ for _ in ()).throw(OSError(5, "Input/output error")))
    for log in (changed, torn):
        with pytest.raises(CannotWrite):
            log.hold()
        other = Log.load(path)
        other.hold()
        other.close()


def test_a_disk_that_is_full_or_broken(path, monkeypatch):
    log = Log.create(path, BARE)
    monkeypatch.setattr(os, "write", lambda handle, line: len(line) - 1)
    with pytest.raises(CannotWrite, match="the disk is full"):
        log.append(ROUND)
    monkeypatch.setattr(os, "write", lambda handle, line: (_ for _ in ()).throw(OSError(5, "Input/output error")))
    with pytest.raises(CannotWrite, match=r"cannot write .*: Input/output error"):
        log.append(ROUND)
    log.close()


# reading files


def test_a_regular_file_is_read_up_to_its_limit(path, tmp_path):
    path.write_bytes(b"12345")
    assert files.read_regular(path) == files.read_regular(path, 5) == b"12345"
    with pytest.raises(files.TooLarge, match="the file has 5 bytes; expected at most 4"):
        files.read_regular(path, 4)
    with pytest.raises(files.NotRegular, match="it is a directory"):
        files.read_regular(tmp_path)
    with pytest.raises(files.NotRegular, match="it is not a regular file"):
        files.read_regular(Path(os.devnull))
    with pytest.raises(FileNotFoundError):
        files.read_regular(tmp_path / "none")
    with pytest.raises(OSError, match="embedded null"):
        files.read_regular(Path("a\0b"))


def test_what_is_written_over_is_emptied_first_and_only_if_it_is_ours(path):
    path.write_bytes(b"12345")
    with open(path, "wb", opener=files.open_own) as file:
        file.write(b"67")
    assert path.read_bytes() == b"67"
    os.link(path, path.with_name("another name"))
    with pytest.raises(files.NotRegular, match="has another name too"), open(path, "wb", opener=files.open_own):
        pass
    with open(path, "rb", opener=files.open_own) as file:
        assert file.read() == b"67"


def test_what_is_set_aside_gets_the_first_free_name(path):
    names = [files.set_aside(path, data).name for data in (b"1", b"2", b"3")]
    assert names == ["battle.jsonl", "battle.jsonl-2", "battle.jsonl-3"]
    assert (path.read_bytes(), path.with_name(names[2]).read_bytes()) == (b"1", b"3")


def test_a_file_that_grows_while_it_is_read_is_too_large(path, monkeypatch):
    path.write_bytes(b"12345")
    before = os.stat_result((0o100644, 0, 0, 1, 0, 0, 4, 0, 0, 0))
    monkeypatch.setattr(Path, "stat", lambda self: before)
    with pytest.raises(files.TooLarge, match="the file grew while it was being read; expected at most 4 bytes"):
        files.read_regular(path, 4)
    assert files.read_regular(path, 5) == b"12345"


# files left behind


def test_what_killed_processes_left_is_removed_unless_somebody_still_writes_it(path):
    left = [path.with_name(name) for name in (".battle.jsonl.77", ".battle.jsonl.78", ".battle.jsonl.7x", ".other.jsonl.77")]
    for one in left:
        one.write_bytes(b"")
    with open(left[1], "rb") as file:
        assert files.locked(file.fileno())
        files.remove_leftovers(path)
        assert [one.exists() for one in left] == [False, True, True, True]
    files.remove_leftovers(path)
    assert [one.exists() for one in left] == [False, False, True, True]


def test_a_file_that_another_thread_is_starting_is_left_to_it(path):
    fresh = path.with_name(f".battle.jsonl.{os.getpid()}")
    with open(fresh, "xb") as file:
        assert files.locked(file.fileno())
        with pytest.raises(FileExistsError):
            files.write_new(path, b"content")
        assert fresh.exists()


def test_a_drive_without_locks_is_not_taken_for_another_process(path, monkeypatch):
    monkeypatch.setattr(pytest.importorskip("fcntl"), "flock", lambda *_: (_ for _ in ()).throw(OSError(37, "No locks available")))
    log = Log.create(path, BARE)
    with pytest.raises(CannotWrite, match="No locks available"):
        log.hold()
    with pytest.raises(CannotWrite, match="No locks available"), seed_claimed(path.with_name("other.jsonl"), 11):
        pass


@pytest.mark.parametrize(("refusal", "got"), [(None, True), (PermissionError(13, "held"), False)])
def test_windows_locks_one_byte_that_nobody_reads(path, monkeypatch, refusal, got):
    """And leaves the file where it was read or written last."""
    locked = []

    def locking(handle, mode, length):
        locked.append((os.lseek(handle, 0, os.SEEK_CUR), mode, length))
        if refusal:
            raise refusal

    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(LK_NBLCK="at once", locking=locking))
    path.write_bytes(b"content")
    with open(path, "rb") as file:
        handle = file.fileno()
        os.lseek(handle, 3, os.SEEK_SET)
        assert files.locked(handle) is got
        assert os.lseek(handle, 0, os.SEEK_CUR) == 3
    assert locked == [(files.LOCKED_BYTE, "at once", 1)]


def test_where_there_are_no_hard_links_the_file_is_copied(path, monkeypatch):
    fresh = path.with_name("fresh")
    fresh.write_bytes(b"content")
    synced = []
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(os.fstat(handle).st_size))
    files.in_place(fresh, path)
    assert (path.read_bytes(), synced) == (b"content", [])
    with pytest.raises(FileExistsError):
        files.in_place(fresh, path)
    path.unlink()
    monkeypatch.setattr(os, "link", lambda *_: (_ for _ in ()).throw(OSError(95, "not supported")))
    files.in_place(fresh, path)
    assert (path.read_bytes(), synced) == (b"content", [7])
    with pytest.raises(FileExistsError):
        files.in_place(fresh, path)


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot sync a folder")
def test_a_folder_is_synced_and_its_handle_closed(tmp_path, monkeypatch):
    synced = []
    monkeypatch.setattr(os, "fsync", synced.append)
    files.sync_directory(tmp_path)
    (handle,) = synced
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(handle)
