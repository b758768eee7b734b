/** The server writes its refusals in English. */
export const refusals = {
  said: (sentence: string): string | undefined => sentence,
  /** What is wrong with a field, shown at the field. */
  about: (sentence: string): string | undefined => sentence,
}
