"""Taking off, being in the air and landing (18.4), for every mission.

    taking_off   who may fly from where and how far; `taken_off` moves units from ready to flying
    in_the_air   `after_combat` takes losses off and tells sound units from aborted ones; `eliminated` for other losses
    landing      `landed` returns units to a base and inverts them; `landed_unused` returns those that did nothing

A unit in the air is counted as `flying`, and nowhere else. A mission keeps only which units it sent, as `Sent`.
"""
