"""A battle by mail: two players who need not trust each other, and no server.

Each side has a chain of links, each the hash of the next, and publishes its end. Dice come from one link of each
side. Nobody can know them before both are open, and nobody has a choice in anything between the two.

    hashes   chains, dice, seals and signatures: every hash has a tag of its own
    rules    what may be recorded when: the whole protocol, as one reader of records; standing orders
    wire     a block of letters and digits that survives any mail program
    letter   what is in a block: only what a person has a choice in
    secret   the file beside the log: the secret of the chain, and the journal
    battle   the battle as far as its log goes, and what may come next
    desk     one player's end: a log and its secret, and the letter under way
    proof    what `verify` says about such a battle
"""
