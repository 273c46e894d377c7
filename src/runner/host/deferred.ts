/** A promise that its owner resolves later. */
export class Deferred<T> {
  readonly promise: Promise<T>
  resolve: (value: T) => void = () => undefined

  constructor() {
    this.promise = new Promise((resolve) => {
      this.resolve = resolve
    })
  }
}
