document.querySelector('form[data-auto]')?.requestSubmit()
