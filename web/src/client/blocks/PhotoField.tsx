/** A photo, a placeholder until there is one, and its actions. */
import type { ReactNode } from 'react'
import { ConfirmButton } from '../../shared/forms/ConfirmButton.tsx'
import { vehicleTexts as words } from '../../shared/texts/vehicles.ts'
import classes from '../vehicles/Vehicles.module.css'
import cards from './Cards.module.css'
import { useMay } from './May.tsx'
import { PictureField } from './PictureField.tsx'

interface PhotoFieldProps {
  /** Null: no photo. */
  readonly address: string | null
  readonly name: string
  readonly instead: ReactNode
  upload(picture: Blob): Promise<unknown>
  remove(): Promise<unknown>
}

export function PhotoField({ address, name, instead, upload, remove }: PhotoFieldProps) {
  const mayArrange = useMay('arrange')
  return (
    <div className={cards.form}>
      {address ? (
        <img className={classes.photo} src={address} alt={words.photo(name)} />
      ) : (
        <span className={classes.photo}>{instead}</span>
      )}
      {mayArrange && (
        <PictureField label={address ? words.otherPhoto : words.addPhoto} hint={words.photoHint} upload={upload} />
      )}
      {mayArrange && address && (
        <div className={cards.buttons}>
          <ConfirmButton
            label={words.removePhoto}
            effect={words.removePhotoEffect}
            sure={words.removePhotoSure}
            act={remove}
          />
        </div>
      )}
    </div>
  )
}
