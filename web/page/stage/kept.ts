// A component that is drawn again only when one of its properties has changed, by what it holds: a drag changes some of the
// cells and sentences of a page, and a look none.
import { Component, type ComponentClass, type VNode } from "preact";

export function kept<Props extends object>(draw: (props: Props) => VNode): ComponentClass<Props> {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      return !sameIn(next, this.props as Props);
    }
    override render(): VNode { return draw(this.props as Props); }
  };
}

function sameIn<Held extends object>(one: Held, other: Held): boolean {
  for (const name in one) if (!same(one[name], other[name])) return false;
  return true;
}

/** Equal, or lists of the same things, or elements with the same properties. */
function same(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false;
  if (Array.isArray(one)) return Array.isArray(other) && one.length === other.length && one.every((part, at) => same(part, other[at]));
  return isElement(one) && isElement(other) && one.type === other.type && one.key === other.key && sameIn(one.props, other.props);
}

const isElement = (thing: object): thing is VNode => "props" in thing && "type" in thing;
