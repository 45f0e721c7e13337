// A component that is drawn again only when one of its properties has changed, by what it holds: a drag changes some of the
// cells and sentences of a page, and a look none. Handlers (on…) change nothing that is seen: whatever is drawn calls the newest.
import { Component, type ComponentClass, type VNode } from "preact";

type Handler = (...given: unknown[]) => unknown;

export function kept<Props extends object>(draw: (props: Props) => VNode | null): ComponentClass<Props> {
  return class extends Component<Props> {
    private readonly handlers: Record<string, Handler> = {};

    override shouldComponentUpdate(next: Props): boolean {
      return !sameIn(next, this.props as Props, isHandler);
    }
    override render(): VNode | null { return draw(this.withLasting(this.props as Props)); }

    /** The same properties, with handlers that stay the same functions. */
    private withLasting(props: Props): Props {
      const names = Object.keys(props).filter((name) => isHandler(name, props[name as keyof Props]));
      if (names.length === 0) return props;
      return { ...props, ...Object.fromEntries(names.map((name) => [name, this.handlers[name] ??= (...given) => (this.props as Record<string, Handler>)[name]!(...given)])) };
    }
  };
}

const isHandler = (name: string, held: unknown) => typeof held === "function" && /^on[A-Z]/.test(name);

/** `skips`: what need not be the same, as long as it is there in both. */
function sameIn<Held extends object>(one: Held, other: Held, skips?: typeof isHandler): boolean {
  for (const name in one) if (!same(one[name], other[name]) && !(skips?.(name, one[name]) && skips(name, other[name]))) return false;
  for (const name in other) if (!(name in one)) return false;
  return true;
}

/** Equal, or lists, records or elements of the same things. */
export function same(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false;
  if (Array.isArray(one)) return Array.isArray(other) && one.length === other.length && one.every((part, at) => same(part, other[at]));
  if (isElement(one)) return isElement(other) && one.type === other.type && one.key === other.key && sameIn(one.props, other.props);
  return isRecord(one) && isRecord(other) && sameIn(one, other);
}

const isElement = (thing: object): thing is VNode => "props" in thing && "type" in thing;

const isRecord = (thing: object) => Object.getPrototypeOf(thing) === Object.prototype && !isElement(thing);
