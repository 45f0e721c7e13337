// A component that is drawn again only when one of its properties has changed, by what it holds: a drag changes some of the
// cells and sentences of a page, and a look none. Handlers (on…) change nothing that is seen: whatever is drawn calls the newest.
import { Component, type ComponentClass, type VNode } from "preact";
import { same as sameData } from "../scene/same.js";

type Handler = (...given: unknown[]) => unknown;

export function kept<Props extends object>(draw: (props: Props) => VNode | null): ComponentClass<Props> {
  return class extends Component<Props> {
    private readonly handlers: Record<string, Handler> = {};

    override shouldComponentUpdate(next: Props): boolean {
      return !sameData(next, this.props, (one, other, name) => same(one, other) || (isHandler(name, one) && isHandler(name, other)));
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

/** Equal, or lists, records or elements of the same things. */
function same(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isElement(one) || !isElement(other)) return sameData(one, other, same);
  return one.type === other.type && one.key === other.key && sameData(one.props, other.props, same);
}

const isElement = (thing: unknown): thing is VNode => typeof thing === "object" && thing !== null && "props" in thing && "type" in thing;
