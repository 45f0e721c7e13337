// Keeps the place, the address and the tracer in step. Knows nothing of how they are drawn: session.ts hands it to Preact.
import { fromAddress, toAddress, type AddressProblem } from "../scene/address.js";
import { openAddressBar, type AddressBar } from "../scene/address_bar.js";
import { wantedAt, type Outset } from "../scene/outset.js";
import { fitted, type Place } from "../scene/place.js";
import { isBroken } from "../scene/read.js";
import { same } from "../scene/same.js";
import type { Shown } from "../scene/shown.js";
import { startTracer, type Tracer } from "../scene/tracer.js";

export interface DeskEvents {
  /** The reader's place, ahead of its numbers. */
  place(place: Place): void;
  /** To be drawn, with the newest place; `request` goes back to `hasDrawn` once it is. */
  shown(shown: Shown, place: Place, request: number): void;
  /** An address was followed; `problem` says why it could not be read. */
  arrived(problem: AddressProblem | undefined): void;
  /** Something that was pulled is let go. */
  released(): void;
  /** The core is there, and what the address asks for is drawn: said once. */
  live(): void;
  blocked(): void;
  refused(message: string): void;
}

/**
 * Milliseconds that the place of a drag waits for numbers that take long, so that both are drawn at once. A key press does
 * not wait: the next one goes on from what it shows.
 */
const patience = 40;
const pointerEvents = ["pointerdown", "pointerup", "pointercancel"] as const;

export class Desk {
  place: Place;
  private finite: Place;
  private late: ReturnType<typeof setTimeout> | undefined;
  private requested = 0;
  private answered = 0;
  private drawn = 0;
  private singles = 0;
  private tracer: Tracer | undefined;
  private bar: AddressBar | undefined;
  private readonly onPopState = () => this.arrive();
  private held = false;
  private live = false;
  private address: { of: Place; hash: string };
  private readonly onPointer = ({ type }: PointerEvent) => {
    this.held = type === "pointerdown";
    if (this.address.of !== this.place) this.events.released();
  };

  constructor(private readonly outset: Outset, private readonly events: DeskEvents) {
    this.place = this.finite = outset.start;
    this.address = { of: this.place, hash: "" };
  }

  start(): void {
    this.tracer = startTracer({
      shown: (shown, newest) => {
        if (newest) this.answered = this.requested;
        if (newest && !isBroken(shown)) this.finite = this.place;
        clearTimeout(this.late);
        this.events.shown(shown, this.place, newest ? this.requested : -1);
      },
      failed: (failure, message) => {
        if (failure === "refused") this.events.refused(message);
        else {
          this.events.place(this.outset.start);
          this.events.blocked();
        }
        this.hasDrawn(this.requested);
      },
    });
    this.bar = openAddressBar(() => this.finish());
    addEventListener("popstate", this.onPopState);
    for (const type of pointerEvents) addEventListener(type, this.onPointer, true);
    this.arrive();
  }

  stop(): void {
    removeEventListener("popstate", this.onPopState);
    for (const type of pointerEvents) removeEventListener(type, this.onPointer, true);
    clearTimeout(this.late);
    this.tracer?.close();
  }

  /** Whether this is where we are: a hand moves more often than what it pulls, which goes in hundredths. */
  isAt(next: Partial<Place>): boolean { return same({ ...this.place, ...next }, this.place); }

  /** Goes to another place. Changes of one `gesture` in a row share one step of the Back button; without one, none is shared. */
  change(next: Partial<Place>, gesture?: string): void {
    this.show({ ...this.place, ...next }, gesture !== undefined && this.held);
    this.bar?.write(toAddress(this.place), gesture ?? this.single());
  }

  startOver(): void {
    this.show(this.outset.start);
    this.bar?.write("", this.single());
  }

  /** To the last place whose numbers were all finite. */
  goBack(): void { this.change(this.finite); }

  /** Ends a gesture. */
  settle(): void { this.bar?.settle(); }

  /**
   * The part of the address that brings this place back; empty where the page begins. In a drag that of where it began: a
   * dozen links need not follow each move.
   */
  hash(): string {
    if (this.address.of !== this.place && !this.held) this.address = { of: this.place, hash: this.place === this.outset.start ? "" : toAddress(this.place) };
    return this.address.hash;
  }

  link(): string { return location.href.split("#")[0]! + toAddress(this.place); }

  /** What a request gave is on the screen. */
  hasDrawn(request: number): void {
    this.drawn = request;
    this.finish();
    this.goLive();
  }

  /** Asks what the first drawing has left out. */
  complete(): void {
    if (this.outset.first && this.requested === 0) this.show(this.place);
  }

  private goLive(): void {
    if (!this.live) this.events.live();
    this.live = true;
  }

  private single(): string { return `single ${this.singles++}`; }

  private show(next: Place, inDrag = false): void {
    this.place = fitted(next);
    this.requested += 1;
    document.documentElement.dataset["busy"] = "true";
    clearTimeout(this.late);
    this.tracer?.request(wantedAt(this.outset, this.place));
    if (this.answered === this.requested) return;
    if (inDrag) this.late = setTimeout(() => this.events.place(this.place), patience);
    else this.events.place(this.place);
  }

  /** Takes the busy mark away once the newest numbers are drawn and the address is theirs. */
  private finish(): void {
    if (this.drawn === this.requested && !this.bar?.waiting) delete document.documentElement.dataset["busy"];
  }

  private arrive(): void {
    const { hash } = location;
    // A link to a part of the page, such as the skip link's, is no scene: the scene's own address is put back.
    if (hash && !hash.includes("=")) return this.putBack();
    // What the build has drawn is what the core would give: nothing is drawn twice.
    if (!hash && this.requested === 0) return this.tracer?.wait(() => this.goLive());
    const { start, knobs, only } = this.outset, read = hash ? fromAddress(hash, start.settings, knobs) : { place: start };
    this.settle();
    this.show("place" in read && (only === undefined || read.place.scene.kind === only) ? read.place : start);
    this.events.arrived("problem" in read ? read.problem : undefined);
  }

  private putBack(): void {
    const address = toAddress(this.place);
    history.replaceState(null, "", address === toAddress(this.outset.start) ? location.pathname + location.search : address);
    if (this.requested === 0) this.tracer?.wait(() => this.goLive());
  }
}
