/** A constructor that returns its argument, so that a subclass can add private fields to an existing object. */
function given(value: object): object {
  return value
}

const Given = given as unknown as new (value: object) => object

/**
 * Stores in a private field of an object what its lazy fields are computed from. Copies, keys and comparisons do not
 * see it, and it costs a tenth of a property added by `Object.defineProperty`.
 */
class Parts extends Given {
  readonly #parts: unknown

  constructor(value: object, parts: unknown) {
    super(value)
    this.#parts = parts
  }

  static of(value: Parts): unknown {
    return value.#parts
  }
}

/**
 * Adds fields that are computed when first read, for values that are expensive and often not read.
 *
 * For reading, copying and serializing they are normal fields. Call it once per kind of object, so that all objects share
 * the getters. A getter in an object literal is a new function each time, and V8 makes a hidden class for each, which
 * keeps everything the getter refers to alive until the next full garbage collection. For six fields, shared getters cost
 * 0.8 us of CPU time per object instead of 2.5. A field still costs 0.1 us, so compute cheaper values at once.
 */
export function lazyFields<From, Fields extends object>(
  makers: {
    readonly [Name in keyof Fields]: (from: From, value: Readonly<Fields>) => Fields[Name]
  },
): <Plain extends object>(plain: Plain, from: From) => Plain & Fields {
  const getters = Object.entries<(from: From, value: Readonly<Fields>) => unknown>(makers).map(
    ([name, make]) => [name, lazyField(name, make)] as const,
  )
  return (plain, from) => {
    for (const [name, getter] of getters) Object.defineProperty(plain, name, getter)
    new Parts(plain, from)
    // The loop above has just added them.
    return plain as typeof plain & Fields
  }
}

/** A getter that computes the value and replaces itself with it. */
function lazyField<From, Fields>(
  name: string,
  make: (from: From, value: Readonly<Fields>) => unknown,
): PropertyDescriptor & ThisType<Fields & Parts> {
  return {
    enumerable: true,
    configurable: true,
    get() {
      // Only values that `lazyFields` has given their parts have this getter.
      const value = make(Parts.of(this) as From, this)
      Object.defineProperty(this, name, { value, enumerable: true })
      return value
    },
  }
}
