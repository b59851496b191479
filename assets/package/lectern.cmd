@echo off
rem Runs Lectern's command line with the application's binary. The binary isn't a console program: cmd.exe waits for it
rem in a batch file, and Electron writes to the terminal unless this variable is set.
setlocal
set "ELECTRON_NO_ATTACH_CONSOLE="
"%~dp0..\..\Lectern.exe" --cli -- %*
exit /b %errorlevel%
