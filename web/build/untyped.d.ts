/** The parts of untyped packages that the base map uses. */
declare module 'topojson-client' {
  // biome-ignore lint/suspicious/noExplicitAny: the shape is that of the file read.
  export function feature(topology: unknown, object: unknown): any
}

declare module 'd3-geo' {
  interface Projection {
    scale(scale: number): Projection
    translate(by: [number, number]): Projection
    precision(precision: number): Projection
  }
  export function geoEquirectangular(): Projection
  export function geoArea(shape: object): number
  export function geoCentroid(shape: object): [number, number]
}

declare module 'd3-geo-projection' {
  export function geoProject(shape: object, projection: object): object
}
