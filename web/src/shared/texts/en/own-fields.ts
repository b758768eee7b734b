import { plural } from './plural.ts'

/** Fields that dealers and clients add to vehicles. */
export const ownFields = {
  title: 'Own fields',
  explain: 'Fields that you add to all of your vehicles, such as cost centre or next inspection.',
  explainForAll: 'Fields that the vehicles of all your clients have. Clients can add more for themselves.',
  none: 'No own fields yet.',
  add: 'Add a field',
  edit: 'Edit',
  remove: 'Delete',
  name: 'Name',
  type: 'Type',
  types: { text: 'Text', number: 'Number', date: 'Date', choice: 'Choice', yes_no: 'Yes or no' },
  typeHint: 'The type can’t be changed later.',
  choices: 'Choices',
  choicesHint: 'One per line.',
  noChoices: 'Enter at least one choice.',
  missingName: 'Enter a name.',
  byProvider: 'defined by your provider',
  filled: (count: number) => plural(count, 'vehicle has a value', 'vehicles have a value'),
  removeEffect: (name: string, count: number) =>
    count === 0
      ? `This deletes the field ${name}. No vehicle has a value in it.`
      : `This deletes the field ${name} and its ${plural(count, 'value', 'values')}. You can’t undo this.`,
  values: 'Values',
  valuesGone: 'values of vehicles will be deleted',
  removeTitle: (name: string) => `Delete the field ${name}?`,
  removeText: 'The field and its values are deleted from the vehicles of all clients.',
  removeSure: 'Yes, delete the field',
  wrongNumber: 'Enter a number.',
  yes: 'Yes',
  no: 'No',
}
