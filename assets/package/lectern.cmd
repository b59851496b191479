@echo off
rem Lectern's command line, in the binary of the window. A batch file waits for it.
"%~dp0..\..\Lectern.exe" --cli -- %*
