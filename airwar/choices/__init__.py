"""The `choices` of a scenario: answers written down in advance.

`choices` pairs patterns of decision ids with answers. The first entry that fits a question answers it:

    choices:
      "*.r1.attacker.fire": [3, 5]                                              # faces of dice
      "*.attacker.reinforce": {luftwaffe: 4}                                    # how many of each; also all, none
      "*.attacker.disengage": {when: own.factors < 3, then: disengage, else: stay}
      "*.disengage": leave-under-50%                                            # a policy
      "*": default                                                              # whatever the rule's default is

Entries are tried in the order of the file. An entry fits a question if all of this holds:

1.  Its pattern matches the whole id, including the battle and the round (`malta.r2.attacker.disengage`).
    `*` stands for any text, `?` for one character.
2.  Its condition holds, or it has an `else`. A condition that does not hold and has no `else` passes the question on.
3.  A roll is answered by faces only. Words and quantities pass rolls on, so `"*": default` leaves the dice to the machine.
4.  A policy (`stay`, `leave-below-N`, `leave-under-P%`) answers stay-or-leave decisions only, and passes all others on.
    An answer that names one of the options offered is that option, whatever it is called.

A question that no entry fits is left to a person, or stays unanswered. An answer that fits but is illegal, such as an
option that is not offered or too many units, is an error with its line; it does not pass the question on. There is one
exception: the odds look at battles that take another course than the one the scenario was written for. There an illegal
answer of the scenario gives way to the next entry, and the output says so. Answers given with --policy never give way.

YAML does not promise to keep the order of a mapping, although airwar does. Who wants to be sure writes a list with one
entry an item; there a pattern may also occur more than once.

    choices:
      - "*.attacker.disengage": {when: round >= 3, then: disengage}
      - "*.attacker.disengage": {when: own.factors < 3, then: disengage}
      - "*": default

The modules, from the bottom up: `patterns` (which ids a pattern matches), `conditions` (`when`), `policies` (to stay or
to leave), `script` (entries, and the answer to a question), `grammar` (from YAML to entries).
"""
