/**
 * What both artists draw by, the page (draw.js, fit.js) and Python (core/svg.py, core/fit.py): sizes in the units of a
 * group, and where words are broken. Python reads this file, too, so that what stands between the braces is JSON.
 */

// prettier-ignore
export default {
  "letters": {
    "title": {"family": "serif", "weight": 600, "size": 15, "line": 17},
    "name": {"family": "serif", "weight": 600, "size": 13, "line": 14},
    "text": {"family": "sans", "weight": 400, "size": 14, "line": 17},
    "small": {"family": "sans", "weight": 400, "size": 13, "line": 15},
    "letter": {"family": "sans", "weight": 600, "size": 11, "line": 13},
    "star": {"family": "sans", "weight": 600, "size": 13, "line": 15},
    "floor": {"family": "sans", "weight": 600, "size": 24, "line": 28},
    "side": {"family": "sans", "weight": 600, "size": 16, "line": 18},
    "tag": {"family": "sans", "weight": 600, "size": 20, "line": 24},
    "figure": {"family": "serif", "weight": 600, "size": 24, "line": 28},
    "digit": {"family": "serif", "weight": 600, "size": 20, "line": 24}
  },
  "place": {
    "radius": 10, "flat": 3, "margin": 3, "foot": 7, "low": 34, "middle": 5, "side": 7,
    "symbol": 0.56, "bottom": 0.88, "top": 0.22, "top_over_words": 0.12, "corner": 0.4, "inset": 4,
    "count_right": 6, "count_down": 17, "count_room": 9, "large": 8.5
  },
  "post": {"radius": 6, "first": 14, "each": 11, "inset": 2, "slope": 8},
  "sign": {"radius": 12, "frame": 5, "inner": 8, "large": 34, "ring": 2, "cross": 0.28, "long": 2},
  "cup": {
    "radius": 16, "handle_right": 18, "handle_top": 20, "handle_neck": 5, "handle_curve": 9, "handle_high": 26,
    "rim": 6, "foot": 25, "bowl": 28, "saucer_left": 10, "saucer_down": 4, "saucer_short": 30, "words": 6
  },
  "board": {
    "radius": 10, "frame": 5, "slate_radius": 5, "ledge": 36, "ledge_gap": 1, "ledge_radius": 4, "owner": 3,
    "owner_radius": 8, "ring": 23, "ring_radius": 11, "number_down": 28, "symbol": 32, "symbol_right": 42,
    "symbol_top": 9, "left": 12, "top": 55, "margin": 22
  },
  "card": {
    "radius": 8, "left": 8, "top": 17, "top_worth": 20, "margin": 14, "margin_corner": 36, "margin_worth": 48,
    "symbol": 0.6, "row": 23, "row_worth": 28, "row_left": 7, "row_gap": 1, "row_up": 10, "row_up_worth": 4,
    "row_foot": 4, "corner": 23, "corner_right": 27, "corner_top": 4, "star": 38, "star_right": 40, "star_top": 1,
    "worth_right": 21, "worth_down": 26, "foot": 8
  },
  "shop": {"stripe": 18, "top": 2, "drop": 14, "hem": 7},
  "part": {"radius": 0.125, "symbol": 0.7, "left": 2, "right": 4, "foot": 5},
  "piece": {"side": 36, "badge": 9, "badge_in": 6, "badge_down": 4, "edge": 2, "radius": 8},
  "fit": {"stands_out": 1.05, "wide_from": 11904, "wide": 1000, "unknown": 600},
  "breaks": {
    "token": [
      "[「『（(«]*(?:[ァ-ヿ]+[ぁ-ゟ]{0,2}|[0-9]+[一-鿿]+[ぁ-ゟ]*|[一-鿿々]+[ぁ-ゟ]*|[ぁ-ゟ]+",
      "|[^\\s　-ヿ一-鿿＀-￯]+|.)[」』）)»、。，．：？！…]*\\s*"
    ],
    "sign": [".[ぁぃぅぇぉっゃゅょァィゥェォッャュョー、。）」』：？！…\\s]*"],
    "syllable": [
      "(?<=[aeiouyаеєёиіїоуыэюя])(?=[b-df-hj-np-tv-xzбвгґджзйклмнпрстфхцчшщ][aeiouyаеєёиіїоуыэюя])",
      "|(?<=[aeiouyаеєёиіїоуыэюя][b-df-hj-np-tv-xzбвгґджзйклмнпрстфхцчшщ])",
      "(?=[b-df-hj-np-tv-xzбвгґджзйклмнпрстфхцчшщ]{1,2}[aeiouyаеєёиіїоуыэюя])"
    ]
  }
};
