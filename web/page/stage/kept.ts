// A component that is drawn again only when one of its properties has changed: for the many cells of a table, of which a
// drag changes some and a look none.
import { Component, type ComponentClass, type VNode } from "preact";

export function kept<Props extends object>(draw: (props: Props) => VNode): ComponentClass<Props> {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      return (Object.keys(next) as (keyof Props)[]).some((name) => next[name] !== (this.props as Props)[name]);
    }
    override render(): VNode { return draw(this.props as Props); }
  };
}
