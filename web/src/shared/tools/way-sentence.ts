type Sentence = (tool?: string) => string

/** How a model without SMS is set up. A way this page does not know yet is read as: see the manual. */
export const waySentence = (
  sentences: Readonly<Record<string, Sentence>>,
  { way, tool }: { readonly way: string; readonly tool: string | null },
): string => (sentences[way] ?? sentences.manual!)(tool ?? undefined)
