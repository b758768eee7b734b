/** A secret that the server shows once: copy it here, or create another. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyBlock } from '../../shared/content/CopyBlock.tsx'
import { Notice } from '../../shared/feedback/Notice.tsx'
import { words } from '../../shared/texts/console.ts'
import { Dialog } from '../blocks/Dialog.tsx'
import classes from './Developers.module.css'

const { once } = words.developers

export interface ShownSecret {
  readonly title: string
  readonly secret: string
  /** What to do with it. */
  readonly hint?: ReactNode
  /** Lines for a shell. */
  readonly shell?: string
}

export const SecretOnce = ({ shown, close }: { shown: ShownSecret | undefined; close: () => void }) => (
  <Dialog title={shown?.title ?? ''} isOpen={shown !== undefined} close={close} isWide>
    {shown && (
      <div className={classes.stack}>
        <Notice tone="warning">{once.warning}</Notice>
        <CopyBlock label={once.copySecret} title={once.secret} text={shown.secret} wraps />
        {shown.hint && <p className={classes.line}>{shown.hint}</p>}
        {shown.shell && <CopyBlock label={once.copyTry} title={once.try} text={shown.shell} wraps />}
        <div className={classes.end}>
          <Button onClick={close}>{once.done}</Button>
        </div>
      </div>
    )}
  </Dialog>
)
