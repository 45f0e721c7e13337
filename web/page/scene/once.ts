// What is asked again and again of an object that never changes, such as a trace or a scene, is made once for each.

/** `make`, remembered for as long as its object is there. What it gives is everybody's: nobody may change it. */
export function oncePer<Of extends object, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const made = new WeakMap<Of, { it: Made }>();
  return (of) => {
    const known = made.get(of) ?? { it: make(of) };
    made.set(of, known);
    return known.it;
  };
}
