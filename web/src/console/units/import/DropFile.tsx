import { Button, FileButton } from '@mantine/core'
import { useState } from 'react'
import { UploadIcon } from '../../../shared/content/Icons.tsx'
import classes from './import.module.css'

interface Props {
  readonly texts: { readonly drop: string; readonly dropHint: string; readonly file: string }
  readonly accept: string
  take(file: File | null | undefined): void
  readonly isBusy?: boolean
}

/** An area to drop a file on, with a button to choose one. */
export function DropFile({ texts, accept, take, isBusy = false }: Props) {
  const [isOver, setIsOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same.
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        take(event.dataTransfer.files[0])
      }}
    >
      <span className={classes.dropIcon}>
        <UploadIcon />
      </span>
      <p className={classes.dropTitle}>{texts.drop}</p>
      <p className={classes.quiet}>{texts.dropHint}</p>
      <FileButton accept={accept} onChange={take}>
        {(props) => (
          <Button {...props} loading={isBusy}>
            {texts.file}
          </Button>
        )}
      </FileButton>
    </div>
  )
}
