/** Removes one of the dealer's own settings, after a confirmation. */
import { Button } from '@mantine/core'
import { confirm } from '../blocks/confirm.tsx'
import { toast, toastFailure } from '../blocks/toasts.tsx'

interface Texts {
  readonly confirmTitle: string
  readonly confirmText: string
  readonly confirmUndo: string
  readonly remove: string
  readonly removed: string
}

export function RemoveButton({ texts, remove }: { texts: Texts; remove: () => Promise<unknown> }) {
  const ask = async () => {
    const { confirmTitle: title, confirmText: text, confirmUndo: undoText, remove: act } = texts
    if (!(await confirm({ title, text, canBeUndone: true, undoText, act }))) return
    await remove()
    toast(texts.removed)
  }
  return (
    <Button variant="subtle" color="red" onClick={() => void ask().catch(toastFailure)}>
      {texts.remove}
    </Button>
  )
}
