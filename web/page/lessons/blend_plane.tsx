// The asking row's blend in the plane, for both walks: values cut to their weights, tip to tail, and the output. Moving a
// value makes it a given one. Of values wider than two numbers the plane shows the first two.
import { Openable } from "../board/openable.js";
import { printed } from "../board/printed.js";
import type { Board } from "../board/tables.js";
import { asGiven, withArrow } from "../scene/edit.js";
import { rowsOf } from "../scene/read.js";
import { allowed, namesOf, shapeOf } from "../scene/scene.js";
import { Blend, type BlendValue } from "../stage/blend.js";
import { Figure } from "../stage/figure.js";
import { inPercent, inProse } from "../stage/format.js";
import type { Tip } from "../stage/plane.js";
import { shortened } from "../stage/text_width.js";
import { lesson } from "../words/en/lesson.js";

/** `still`: the values cannot be moved, and their shares are shown elsewhere. */
export function BlendPlane({ board, still = false }: { board: Board; still?: boolean }) {
  const { session } = board, { shown, place } = session, { queries, keys } = namesOf(shown.scene), words = lesson.blend;
  const row = Math.min(place.row, queries.length - 1), weights = rowsOf(shown, "weights")[row]!, may = allowed(shown.scene)[row]!;
  const tipOf = ([across = 0, up = 0]: readonly number[]): Tip => [across, up];
  const weight = (key: number) => `weights.${row}.${key}`, share = (key: number) => printed(shown, weight(key), inPercent);
  const number = (of: string) => printed(shown, of);
  const pair = (stage: "v" | "output", at: number) => shapeOf(shown.scene).valueWidth > 1
    ? ["(", number(`${stage}.${at}.0`), ", ", number(`${stage}.${at}.1`), ")"] : [number(`${stage}.${at}.0`)];
  const values = rowsOf(shown, "v").map((value, key): BlendValue => ({
    tip: tipOf(value), weight: weights[key]!, name: shortened(keys[key]!), pieceText: [number(weight(key)), ` × ${shortened(keys[key]!)}`], shut: !may[key],
    ...(still ? {} : { handle: { name: words.tip(keys[key]!), now: value[0]!, valueText: words.at(inProse(value[0]!), inProse(value[1] ?? 0)) } }),
  }));
  const output = tipOf(rowsOf(shown, "output")[row]!);
  return (
    <Openable board={board} name="blended"><figure>
      <Figure narrow={288} wide={720} draw={(width) => (
        <Blend width={width} values={values} output={{ tip: output, name: words.output, text: pair("output", row) }}
          {...(still ? {} : { shares: keys.map((name, key) => ({ weight: weights[key]!, name, text: share(key) })) })}
          label={words.label(queries[row]!, output.map(inProse).join(", "), keys.map((name, key) => words.share(name, share(key).text)))}
          onMove={(key, [across, up]) => {
            const given = asGiven(shown), old = given.v[key]!;
            session.changeScene(withArrow(given, "v", key, old.length > 1 ? [across, up, ...old.slice(2)] : [across]), `value ${key}`);
          }} onGrip={(held) => held || session.settle()} />
      )} />
      {shapeOf(shown.scene).valueWidth > 2 && <figcaption class="cap">{words.twoOf}</figcaption>}
    </figure></Openable>
  );
}
