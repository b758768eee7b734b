/** Made by `build/base-map.ts`: addresses of GeoJSON files. */
declare module 'virtual:base-map' {
  export const coarse: string
  export const fine: string
  export const names: string
}
