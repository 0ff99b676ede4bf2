"""The `choices` of a scenario: answers written down in advance.

`choices` pairs patterns of decision ids with answers. The first entry that fits a question answers it:

    choices:
      "*.r1.attacker.fire": [3, 5]                                              # faces of dice
      "*.attacker.reinforce": {luftwaffe: 4}                                    # how many of each; also all, none
      "*.attacker.disengage": {when: own.factors < 3, then: disengage, else: stay}
      "*.losses.*": first romanians, italians                                   # as many as usual, in this order; also last
      "*.disengage": leave-under-50%                                            # a policy
      "*": default                                                              # whatever the rule's default is

Entries are tried in the order of the file. An entry fits a question if all of this holds:

1.  Its pattern matches the whole id, including the battle and the round (`malta.r2.attacker.disengage`).
    `*` matches any text, `?` one character.
2.  Its condition holds, or it has an `else`. If the condition fails and there is no `else`, the next entry is tried.
3.  Only faces answer a roll. Words and quantities are skipped there, so `"*": default` leaves the dice to the machine.
4.  A policy (`stay`, `leave-below-N`, `leave-under-P%`) answers stay-or-leave decisions only, and is skipped elsewhere.
    A word that names one of the options offered always means that option.

If no entry fits, a player is asked, or the question stays unanswered. If an entry fits but its answer is illegal, such as
an option that is not offered or too many units, that is an error, reported with its line; the next entry is not tried.
There is one exception. The odds also look at battles that take a different course from the one the scenario was written
for. There an illegal answer of the scenario is skipped, and the output says so. Answers given with --policy never are.

airwar keeps the order of a mapping, although YAML in general does not promise to. `choices` may also be a list with one
entry per item. In a list the same pattern may occur more than once.

    choices:
      - "*.attacker.disengage": {when: round >= 3, then: disengage}
      - "*.attacker.disengage": {when: own.factors < 3, then: disengage}
      - "*": default

The modules, from the bottom up: `patterns` (which ids a pattern matches), `conditions` (`when`), `script` (policies, entries,
and the answer to a question), `grammar` (from YAML to entries).
"""
