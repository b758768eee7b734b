export interface LatLon {
  readonly latitude: number
  readonly longitude: number
}
