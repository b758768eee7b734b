/** The server writes its refusals in English. */
export const refusals = {
  said: (sentence: string): string | undefined => sentence,
  /** What is said about a field, where the page shows it at the field. */
  about: (sentence: string): string | undefined => sentence,
}
