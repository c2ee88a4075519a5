import { expect, test } from 'playwright/test'

test('the people that a file names are found and go on a list, and the others are told', async ({
  page,
}) => {
  await page.goto('/bring')
  const rows = [
    'First name,Last name',
    'Zenobia,Featherstonehaugh',
    'Nobody,Of That Name',
    'Una,',
    'Ignatius,Wobblethorpe',
  ]
  await page.getByLabel('Choose a file').setInputFiles({
    name: 'nights.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\n')),
  })
  const found = page.getByRole('region', { name: '2 people found' })
  await expect(found.getByText('nights.csv, 3 rows looked for.')).toBeVisible()
  await expect(found.getByRole('group').filter({ hasText: 'Not found: 1' })).toContainText(
    'Nobody Of That Name',
  )
  await expect(found.getByRole('group').filter({ hasText: 'Without a name' })).toContainText(
    'Row 4',
  )
  await found.getByRole('button', { name: 'Add 2 people to a list' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to List' })
  await expect(dialog).toContainText('2 people selected.')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('banner').getByRole('link', { name: 'Due' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Due' })).toBeVisible()
  await page.goBack()
  await expect(found.getByText('nights.csv, 3 rows looked for.')).toBeVisible()
})

test('a file that names nobody says what it needs', { tag: '@slow' }, async ({ page }) => {
  await page.goto('/bring')
  await page.getByLabel('Choose a file').setInputFiles({
    name: 'colours.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Colour\nBlue'),
  })
  const alert = page.getByRole('alert').filter({ hasText: 'colours.csv' })
  await expect(alert).toContainText('It needs a column “NPI”')
})
